import { concatMap, defer, filter, merge, type Observable, of, takeWhile } from 'rxjs';
import type { Flow } from '../flow.ts';

/** Makes a body; `undefined` where the next piece is not ready, so that the work on it can be left off there. */
export type Pieces = Iterator<Uint8Array | undefined, unknown>;

/** The pieces that a generator makes, each made when the other end can take it. */
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
