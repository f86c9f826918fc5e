import type { StatusError } from '../../objects/index.ts';

/**
 * Formats an error response of an API server: the name of the server (`who`), the status code, and the message. If the
 * message already contains the code, the text contains the code only once.
 */
export function answerText(who: string, { message, code }: StatusError): string {
  const prefix = `the API server answered ${code}`;
  if (message.startsWith(prefix)) return `${who} answered ${code}${message.slice(prefix.length)}`;
  return `${who} answered ${code}: ${message}`;
}
