const encoder = new TextEncoder();

export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}
