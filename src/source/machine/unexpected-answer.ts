import { isRecord, ProtocolError } from '../../objects/index.ts';
import { ascii, skipBlanks } from './json-scan.ts';

/**
 * The beginning of what came, for an error; nothing of it when it may be a Secret.
 *
 * @param confidential - the bytes belong to a collection of Secrets
 */
export function excerptOf(bytes: Uint8Array, confidential: boolean): string {
  return confidential ? '' : new TextDecoder().decode(bytes.subarray(0, 200));
}

/** What to do where something other than the API server answers. */
export const signInAdvice =
  "sign in again, or renew the token; if that does not help, correct the server's address: it leads to a web server or a proxy that does not pass API requests on";

/** Whether a body begins as a web page does: with `<`, behind a byte order mark or blanks. No JSON begins so. */
export function beginsAsWebPage(bytes: Uint8Array, from = 0, end: number = bytes.length): boolean {
  const mark = bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf ? 3 : 0;
  const at = skipBlanks(bytes, from + mark, end);
  return at < end && bytes[at] === ascii.lessThan;
}

/**
 * A login proxy answers with its page, and often with status 200; so does a web server that has one page for all paths.
 *
 * @param excerpt - of the page
 */
export function webPageError(what: string, excerpt: string): ProtocolError {
  return new ProtocolError(
    `${what} was answered with a web page instead of JSON: a login proxy asks to sign in, or the address is wrong; sign in again, or correct the address`,
    { excerpt, failure: 'unauthorized', advice: signInAdvice },
  );
}

/** Whether the server made a Table for printing of what should be objects (P102, P104). */
export function isTable(value: unknown): boolean {
  if (!isRecord(value) || value['kind'] !== 'Table') return false;
  const { apiVersion } = value;
  return typeof apiVersion !== 'string' || apiVersion.startsWith('meta.k8s.io/');
}

/** A mistake in the request that no repetition mends. */
export function tableError(where: string): ProtocolError {
  return new ProtocolError(
    `${where} brought a Table, not objects; the transport, or something behind it, asks for one in the Accept header`,
    { failure: 'fatal' },
  );
}
