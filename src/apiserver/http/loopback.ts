import { isIP } from 'node:net';

/** Checks whether a host is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || (isIP(name) === 6 && name.startsWith('::ffff:127.'));
}
