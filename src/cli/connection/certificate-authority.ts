import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { usageError } from '../command-error.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * The text of a file of certificates.
 *
 * @throws CommandError when it cannot be read or holds none
 */
export function readCertificateAuthority(file: string): string {
  const text = read(file);
  try {
    new X509Certificate(text);
  } catch {
    throw usageError(`${file} holds no certificate in PEM form (--certificate-authority)`);
  }
  return text;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`cannot read ${file} (--certificate-authority): ${reasonOf(error)}`);
  }
}
