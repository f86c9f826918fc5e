import { tokenVariable } from '../connection/token.ts';
import type { Transport } from '../../source/index.ts';
import type { Host } from './host.ts';

/** Takes credentials out of a text, should a server or a library have written them there. */
export function redactor({
  arguments: words,
  environment,
  concealers = [],
}: Pick<Host, 'arguments' | 'environment' | 'concealers'>): (text: string) => string {
  const typed = words.flatMap((word, at) => {
    if (word === '--token') return [words[at + 1] ?? ''];
    return word.startsWith('--token=') ? [word.slice('--token='.length)] : [];
  });
  const secrets = [...typed, environment[tokenVariable] ?? '']
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= shortest);

  return (text) => {
    const withoutToken = secrets.reduce((rest, secret) => rest.replaceAll(secret, '(token)'), text);
    return concealers.reduce((rest, conceal) => conceal(rest), withoutToken);
  };
}

/** From now on the host's texts hide the credentials of a connection. */
export function hideCredentialsOf(
  { transport }: { readonly transport: Transport },
  { concealers }: Host,
): void {
  concealers?.push((text) => transport.conceal?.(text) ?? text);
}

/** What is shorter keeps nobody out, and is a part of too many words. */
const shortest = 4;
