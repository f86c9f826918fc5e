import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { usageError } from '../command-error.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * The text of a file of certificates.
 *
 * @param origin - who named the file, for the message
 * @throws CommandError when it cannot be read or holds none
 */
export function readCertificateAuthority(file: string, origin = ' (--certificate-authority)'): string {
  const text = read(file, origin);
  try {
    new X509Certificate(text);
  } catch {
    throw usageError(`${file} holds no certificate in PEM form${origin}`);
  }
  return text;
}

function read(file: string, origin: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`cannot read ${file}${origin}: ${reasonOf(error)}`);
  }
}
