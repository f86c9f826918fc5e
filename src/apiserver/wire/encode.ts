const encoder = new TextEncoder();

/** Returns a text as bytes in UTF-8. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}
