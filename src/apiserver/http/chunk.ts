/**
 * Returns a piece of a body as one chunk of HTTP's chunked transfer coding. The function encodes each piece only once,
 * so all connections with the same piece share the chunk.
 */
export function chunkOf(piece: Uint8Array): Uint8Array {
  let chunk = chunks.get(piece);
  if (chunk === undefined) {
    chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, lineEnd]);
    chunks.set(piece, chunk);
  }
  return chunk;
}

const chunks = new WeakMap<Uint8Array, Uint8Array>();
const lineEnd = Buffer.from('\r\n');
