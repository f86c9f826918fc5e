import { tokenVariable } from '../connection/token.ts';
import type { Host } from './host.ts';

/** Takes the token out of a text, should a server or a library have written it there. */
export function redactor({
  arguments: words,
  environment,
}: Pick<Host, 'arguments' | 'environment'>): (text: string) => string {
  const typed = words.flatMap((word, at) => {
    if (word === '--token') return [words[at + 1] ?? ''];
    return word.startsWith('--token=') ? [word.slice('--token='.length)] : [];
  });
  const secrets = [...typed, environment[tokenVariable] ?? '']
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= shortest);

  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '(token)'), text);
}

/** What is shorter keeps nobody out, and is a part of too many words. */
const shortest = 4;
