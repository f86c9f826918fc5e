import type { Certificate } from './certificate.ts';
import { selfSigned } from './self-signed.ts';

/**
 * Returns the certificate of a server by its option: none, a self-signed one, or the given one.
 *
 * @param now - ms since 1970
 */
export function certificateFor(
  tls: boolean | Certificate,
  host: string,
  now: number,
): Certificate | undefined {
  if (tls === false) return undefined;
  return tls === true ? selfSigned([host, 'localhost', '127.0.0.1', '::1'], now) : tls;
}
