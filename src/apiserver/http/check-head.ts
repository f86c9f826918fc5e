import type { IncomingMessage } from 'node:http';
import { Refusal } from '../status/refusal.ts';
import { badRequest } from '../status/refusals.ts';

/** Each takes time, in which no other request is answered. */
export const mostHeaders = 1_000;

/** A selector is one parameter, however long: clients of Kubernetes send about ten. */
const mostParameters = 1_000;

/** Characters: several readers split it, and one of them takes quadratic time where a quote is not closed. */
const longestAccept = 8_192;

/**
 * Refuses a request whose head would take too long to read, before anything in it is read. To drop a part would be wrong: a
 * header or a parameter may restrict the request.
 *
 * @throws Refusal 431 for headers, 400 for the parameters of the URL
 */
export function checkHead({
  url = '',
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>): void {
  if (rawHeaders.length > 2 * mostHeaders) {
    throw tooLarge(`a request may have ${mostHeaders} headers, not more`);
  }
  const { accept = '' } = headers;
  if (accept.length > longestAccept) {
    throw tooLarge(`Accept has ${accept.length} characters, and may have ${longestAccept}: name fewer types`);
  }
  const parameters = countOf('&', url) + 1;
  if (parameters > mostParameters) {
    throw badRequest(`the URL has ${parameters} parameters, and may have ${mostParameters}: send fewer`);
  }
}

const tooLarge = (message: string): Refusal => new Refusal({ code: 431, reason: 'BadRequest', message });

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
