/** Returns Go's error message for a text that is not valid base64. Returns `undefined` for a valid text. */
export function base64Problem(text: string): string | undefined {
  const at = badByte(text);
  return at === undefined ? undefined : `illegal base64 data at input byte ${at}`;
}

/**
 * Returns the index of the first invalid byte in a base64 text. Line breaks are ignored. Padding is required, and must
 * be at the end of the text.
 */
function badByte(text: string): number | undefined {
  let inQuantum = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\n' || character === '\r') continue;
    if (character === '=') return badPadding(text, at, inQuantum);
    if (!/[A-Za-z0-9+/]/.test(character)) return at;
    if (inQuantum === 0) start = at;
    inQuantum = (inQuantum + 1) % 4;
  }
  return inQuantum === 0 ? undefined : start;
}

function badPadding(text: string, at: number, inQuantum: number): number | undefined {
  if (inQuantum < 2) return at;
  const rest = text.slice(at).replaceAll(/[\r\n]/g, '');
  const wanted = inQuantum === 2 ? '==' : '=';
  if (rest === wanted) return undefined;
  return rest.startsWith(wanted) ? at + wanted.length : text.length;
}

/** Returns a valid base64 text in the form that Go writes: without line breaks, and with unused bits set to zero. */
export function canonicalBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('base64');
}
