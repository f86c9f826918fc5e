import type { IncomingMessage } from 'node:http';
import { Refusal } from '../status/refusal.ts';
import { badRequest } from '../status/refusals.ts';

/** The maximum number of headers. While the server parses the headers, the server answers no other request. */
export const maxHeaders = 1_000;

/**
 * The maximum number of parameters in a URL. A selector of any length is one parameter. Clients of Kubernetes send
 * about 10 parameters.
 */
const maxParameters = 1_000;

/**
 * The maximum length of the `Accept` header in characters. Several parsers split the header. One of the parsers takes
 * quadratic time for a quote without an end.
 */
const longestAccept = 8_192;

/**
 * Refuses a request whose head would take too long to parse. The check runs before the parsers. The server cannot
 * ignore a part of the head, because a header or a parameter may restrict the request.
 *
 * @throws Refusal 431 for too many headers or a long `Accept` header
 * @throws Refusal 400 for too many parameters of the URL
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
