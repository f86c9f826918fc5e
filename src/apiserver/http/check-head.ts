import type { IncomingMessage } from 'node:http';
import { Refusal } from '../status/refusal.ts';
import { badRequest } from '../status/refusals.ts';

/** Each header takes time, in which the server answers no other request. */
export const maxHeaders = 1_000;

/** A selector is one parameter, whatever its length. Clients of Kubernetes send about ten parameters. */
const maxParameters = 1_000;

/** In characters. Several parsers split this header, and one of them takes quadratic time for an unclosed quote. */
const longestAccept = 8_192;

/**
 * Refuses a request whose head would take too long to parse, before any parser reads it. The server must not ignore a
 * part of the head instead: a header or a parameter may restrict the request.
 *
 * @throws Refusal 431 for headers, 400 for the parameters of the URL
 */
export function checkHead({
  url = '',
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>): void {
  if (rawHeaders.length > 2 * maxHeaders) {
    throw tooLarge(`a request may have ${maxHeaders} headers, not more`);
  }
  const { accept = '' } = headers;
  if (accept.length > longestAccept) {
    throw tooLarge(`Accept has ${accept.length} characters, and may have ${longestAccept}: name fewer types`);
  }
  const parameters = countOf('&', url) + 1;
  if (parameters > maxParameters) {
    throw badRequest(`the URL has ${parameters} parameters, and may have ${maxParameters}: send fewer`);
  }
}

const tooLarge = (message: string): Refusal => new Refusal({ code: 431, reason: 'BadRequest', message });

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
