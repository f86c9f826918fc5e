import type { KubeRequest } from './transport.ts';

/**
 * Calls `onWarning` of the request for each warning in the header `Warning` of a response (RFC 7234 §5.5).
 * The API server sends warnings with code 299; warnings with another code come from caches between the server
 * and the client.
 *
 * @param header - the value of the header; several warnings are separated by commas
 */
export function reportWarnings({ onWarning }: KubeRequest, header: string | null | undefined): void {
  if (onWarning === undefined || typeof header !== 'string') return;
  for (const [, text = ''] of header.slice(0, maxCharacters).matchAll(warning)) {
    onWarning(asUtf8(text.replaceAll(/\\(.)/g, '$1')));
  }
}

/** The server sends UTF-8, and `fetch` and Node decode each byte of a header as one character. */
function asUtf8(text: string): string {
  if (!/^[\0-\xff]*$/.test(text)) return text;
  try {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

/** Matches a warning with code 299: the code, the agent (`-` or a word), and the text in quotes. */
const warning = /(?<=^|,)\s*299 [^\s,"]{1,100} "((?:[^"\\]|\\.)*)"/g;

/** The maximum number of characters of the header. Kubernetes limits all warnings of a response to 4 KiB. */
const maxCharacters = 65_536;
