import { isIP } from 'node:net';

/** Returns `true` if only clients on the same computer can reach a host name or address. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || (isIP(name) === 6 && name.startsWith('::ffff:127.'));
}
