const encoder = new TextEncoder();

/** A text as bytes. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}
