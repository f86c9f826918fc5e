import type { StatusError } from '../../objects/index.ts';

/** `who` answered with which code, and what was said: the code not twice, where nothing else was. */
export function answerText(who: string, { message, code }: StatusError): string {
  const prefix = `the API server answered ${code}`;
  if (message.startsWith(prefix)) return `${who} answered ${code}${message.slice(prefix.length)}`;
  return `${who} answered ${code}: ${message}`;
}
