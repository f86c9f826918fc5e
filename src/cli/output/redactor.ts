import { tokenVariable } from '../connection/token.ts';
import type { Transport } from '../../source/index.ts';
import type { Host } from './host.ts';

/**
 * Creates a function that removes credentials from a text of a server or a library.
 *
 * The function cuts a very long text, because a server may send megabytes in a message, and each character takes 0.05
 * µs. A secret can begin before the cut and end after the cut. So the function first redacts more characters than the
 * result may have: `longestShown` plus the length of the longest secret. Then the function makes the cut.
 */
export function redactor({
  arguments: words,
  environment,
  redactors = [],
}: Pick<Host, 'arguments' | 'environment' | 'redactors'>): (text: string) => string {
  const typed = words.flatMap((word, at) => {
    if (word === '--token') return [words[at + 1] ?? ''];
    return word.startsWith('--token=') ? [word.slice('--token='.length)] : [];
  });
  const secrets = [...typed, environment[tokenVariable] ?? '']
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= shortest);

  const overlap = Math.max(longestSecret, ...secrets.map(({ length }) => length));
  const most = longestShown + overlap;

  const redact = (text: string): string => {
    const withoutToken = secrets.reduce((rest, secret) => rest.replaceAll(secret, '(token)'), text);
    return redactors.reduce((rest, one) => one(rest), withoutToken);
  };
  return (text) =>
    text.length <= most
      ? redact(text)
      : `${redact(text.slice(0, most)).slice(0, -overlap).replace(halfCharacter, '')}…`;
}

/** Adds a redactor to a host. The redactor hides the credentials of a connection. */
export function hideCredentialsOf(
  { transport }: { readonly transport: Transport },
  { redactors }: Host,
): void {
  redactors?.push((text) => transport.redact?.(text) ?? text);
}

/** The maximum number of characters of a text. A line of JSON about a status has fewer characters. */
const longestShown = 65_536;

/** The maximum number of characters of a secret: as many as Node accepts in the headers of a request. */
const longestSecret = 16_384;

/**
 * Matches half of a surrogate pair at the end of a text. A cut in the middle of the pair leaves the first
 * half.
 */
const halfCharacter = /[\uD800-\uDBFF]$/;

/** The minimum number of characters of a secret. A shorter text is not a real secret, and occurs in too many words. */
const shortest = 4;
