import type { Certificate } from './certificate.ts';
import { selfSigned } from './self-signed.ts';

/**
 * Returns the certificate of a server for the value of the option `tls`. `false` means no certificate, `true` means a
 * new self-signed certificate, and a `Certificate` is returned unchanged.
 *
 * @param now - the current time in ms since 1970
 */
export function certificateFor(
  tls: boolean | Certificate,
  host: string,
  now: number,
): Certificate | undefined {
  if (tls === false) return undefined;
  return tls === true ? selfSigned([host, 'localhost', '127.0.0.1', '::1'], now) : tls;
}
