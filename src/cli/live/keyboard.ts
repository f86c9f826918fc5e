import { Buffer } from 'node:buffer';
import { fromEvent, map, merge, mergeMap, NEVER, type Observable, share } from 'rxjs';
import type { Host } from '../output/host.ts';
import { type Key, keysOf } from './machine/keys.ts';

/** Emits the pressed keys. Emits nothing if stdin is not a terminal. Emits `quit` when stdin ends or fails. */
export function keyboard({ terminal }: Pick<Host, 'terminal'>): Observable<Key> {
  if (terminal?.stdin.isTTY !== true) return NEVER;
  const { stdin } = terminal;
  const pressed$ = fromEvent(stdin, 'data').pipe(
    mergeMap((data) => keysOf(Buffer.isBuffer(data) ? data.toString('latin1') : String(data))),
  );
  const gone$ = merge(fromEvent(stdin, 'end'), fromEvent(stdin, 'error')).pipe(map((): Key => 'quit'));
  return merge(pressed$, gone$).pipe(share());
}
