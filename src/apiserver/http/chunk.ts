/**
 * A piece of a body as one chunk of HTTP's chunked coding. It is made once, however many connections it goes to: a piece
 * that is shared is shared as a chunk too.
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
