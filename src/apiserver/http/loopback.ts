import { isIP } from 'node:net';

/** Whether a host is this machine, so that nobody else can come in. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || (isIP(name) === 6 && name.startsWith('::ffff:127.'));
}
