import { X509Certificate } from 'node:crypto';
import { catchError, map, type Observable, throwError } from 'rxjs';
import { type CommandError, usageError } from '../command-error.ts';
import { readFileNow, readTextFile } from '../input-file.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * Emits the text of the certificate file that the user typed. The certificate file may be a pipe.
 *
 * Errors with a `CommandError` if the file cannot be read or contains no certificate.
 */
export function typedCertificateAuthority(file: string): Observable<string> {
  const origin = ' (--certificate-authority)';
  return readTextFile(file).pipe(
    catchError((error: unknown) => throwError(() => unreadable(file, origin, error))),
    map((text) => checked(text, file, origin)),
  );
}

/**
 * Reads a certificate file.
 *
 * @throws CommandError if the file cannot be read or contains no certificate
 */
export function readCertificateAuthority(file: string): string {
  let text: string;
  try {
    text = readFileNow(file).toString('utf8');
  } catch (error) {
    throw unreadable(file, '', error);
  }
  return checked(text, file, '');
}

function checked(text: string, file: string, origin: string): string {
  try {
    new X509Certificate(text);
  } catch {
    throw usageError(`${file} holds no certificate in PEM form${origin}`);
  }
  return text;
}

const unreadable = (file: string, origin: string, error: unknown): CommandError =>
  usageError(`cannot read ${file}${origin}: ${reasonOf(error)}`);
