import type { KubeRequest } from './transport.ts';

/**
 * Calls `onWarning` of the request for each warning in the header `Warning` of a response (RFC 7234 §5.5).
 * The API server sends warnings with code 299; warnings with another code come from caches in between.
 *
 * @param header - the value of the header; several warnings are separated by commas
 */
export function reportWarnings({ onWarning }: KubeRequest, header: string | null | undefined): void {
  if (onWarning === undefined || typeof header !== 'string') return;
  for (const [, text = ''] of header.slice(0, maxCharacters).matchAll(warning)) {
    onWarning(text.replaceAll(/\\(.)/g, '$1'));
  }
}

/** Matches a warning with code 299: the code, the agent (`-` or a word), and the text in quotes. */
const warning = /(?<=^|,)\s*299 [^\s,"]{1,100} "((?:[^"\\]|\\.)*)"/g;

/** The maximum number of characters of the header. Kubernetes limits all warnings of a response to 4 KiB. */
const maxCharacters = 65_536;
