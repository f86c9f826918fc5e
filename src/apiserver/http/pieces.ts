import { pump } from './pump.ts';
import { type ApiResponse, bytes, largeBytes } from './response.ts';

/**
 * An answer in JSON that is made piece by piece. A small one is known at once, with its length; of a large one the rest is
 * made as it is read.
 */
export function inPieces(pieces: Iterator<Uint8Array>): ApiResponse {
  const headers = { 'content-type': 'application/json' };
  const first: Uint8Array[] = [];
  for (let size = 0; size < largeBytes; size += first.at(-1)?.length ?? 0) {
    const piece: IteratorResult<Uint8Array, unknown> = pieces.next();
    if (piece.done === true) return bytes(Buffer.concat(first), 200, headers);
    first.push(piece.value);
  }
  return { status: 200, headers, large: true, body: (flow) => pump(() => rest(first, pieces), flow) };
}

function* rest(first: readonly Uint8Array[], pieces: Iterator<Uint8Array>): Generator<Uint8Array> {
  yield* first;
  yield* { [Symbol.iterator]: () => pieces };
}
