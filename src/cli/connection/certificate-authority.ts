import { X509Certificate } from 'node:crypto';
import { catchError, map, type Observable, throwError } from 'rxjs';
import { type CommandError, usageError } from '../command-error.ts';
import { readFileNow, readTextFile } from '../input-file.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * The text of the file of certificates that was typed; it may be a pipe.
 *
 * Errors with a `CommandError` when it cannot be read or holds none.
 */
export function typedCertificateAuthority(file: string): Observable<string> {
  const origin = ' (--certificate-authority)';
  return readTextFile(file).pipe(
    catchError((error: unknown) => throwError(() => unreadable(file, origin, error))),
    map((text) => checked(text, file, origin)),
  );
}

/**
 * The text of a file of certificates.
 *
 * @throws CommandError when it cannot be read or holds none
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
