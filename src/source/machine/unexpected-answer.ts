import { isRecord, ProtocolError } from '../../objects/index.ts';
import { ascii, skipBlanks } from './json-scan.ts';

/**
 * Returns the beginning of a response for an error, or `''` if the response can contain a Secret.
 *
 * @param confidential - true if the bytes belong to a collection of Secrets
 */
export function excerptOf(bytes: Uint8Array, confidential: boolean): string {
  return confidential ? '' : new TextDecoder().decode(bytes.subarray(0, 200));
}

/** The advice for an answer that does not come from the API server. */
export const signInAdvice =
  "sign in again, or renew the token; if that does not help, correct the server's address: it leads to a web server or a proxy that does not pass API requests on";

/**
 * Returns whether a body begins like a web page: with `<`, possibly after a byte order mark or blanks. No
 * JSON begins with `<`.
 */
export function beginsAsWebPage(bytes: Uint8Array, from = 0, end: number = bytes.length): boolean {
  const mark = bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf ? 3 : 0;
  const at = skipBlanks(bytes, from + mark, end);
  return at < end && bytes[at] === ascii.lessThan;
}

/**
 * Creates the error for a web page instead of JSON. A proxy with a login page sends a web page, often with
 * status 200. A web server with one page for all paths also sends a web page.
 *
 * @param excerpt - the beginning of the page
 */
export function webPageError(what: string, excerpt: string): ProtocolError {
  return new ProtocolError(
    `${what} was answered with a web page instead of JSON: a login proxy asks to sign in, or the address is wrong; sign in again, or correct the address`,
    { excerpt, failure: 'unauthorized', advice: signInAdvice },
  );
}

/** Returns whether the server sent a `Table`, the format for printing, instead of objects (P102, P104). */
export function isTable(value: unknown): boolean {
  if (!isRecord(value) || value['kind'] !== 'Table') return false;
  const { apiVersion } = value;
  return typeof apiVersion !== 'string' || apiVersion.startsWith('meta.k8s.io/');
}

/**
 * Creates the error for a `Table` instead of objects. The error is fatal, because the server always answers
 * the same request with a `Table`.
 */
export function tableError(where: string): ProtocolError {
  return new ProtocolError(
    `${where} brought a Table, not objects; the transport, or something behind it, asks for one in the Accept header`,
    { failure: 'fatal' },
  );
}
