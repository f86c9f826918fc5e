import { concatMap, defer, filter, merge, type Observable, of, takeWhile } from 'rxjs';
import type { Flow } from '../flow.ts';

/** The pieces of a body. `undefined` means that the next piece is not ready, and that the work may pause. */
export type Pieces = Iterator<Uint8Array | undefined, unknown>;

/** Emits the pieces of a generator. The generator creates a piece when the reader can accept the piece. */
export function pump(pieces: () => Pieces, flow: Flow): Observable<Uint8Array> {
  return defer(() => {
    const iterator = pieces();
    return merge(flow.drain$, of(undefined)).pipe(
      concatMap(() => available(iterator, flow)),
      takeWhile((piece) => piece !== end),
      filter((piece) => piece !== undefined),
    );
  });
}

function* available(iterator: Pieces, flow: Flow): Generator<Uint8Array | undefined | typeof end> {
  while (flow.writable()) {
    const piece = iterator.next();
    yield piece.done === true ? end : piece.value;
    if (piece.done === true) return;
  }
}

const end = 'end';
