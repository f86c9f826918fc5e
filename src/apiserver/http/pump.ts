import { concatMap, defer, merge, type Observable, of, takeWhile } from 'rxjs';
import type { Flow } from '../flow.ts';

/** The pieces that a generator makes, each made when the other end can take it. */
export function pump(pieces: () => Iterator<Uint8Array>, flow: Flow): Observable<Uint8Array> {
  return defer(() => {
    const iterator = pieces();
    return merge(flow.drain$, of(undefined)).pipe(
      concatMap(() => available(iterator, flow)),
      takeWhile((piece) => piece !== undefined),
    );
  });
}

/** `undefined` is the end. */
function* available(iterator: Iterator<Uint8Array>, flow: Flow): Generator<Uint8Array | undefined> {
  while (flow.writable()) {
    const piece: IteratorResult<Uint8Array, unknown> = iterator.next();
    yield piece.done === true ? undefined : piece.value;
    if (piece.done === true) return;
  }
}
