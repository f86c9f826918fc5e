import { Buffer } from 'node:buffer';
import {
  BehaviorSubject,
  catchError,
  combineLatest,
  defer,
  exhaustMap,
  filter,
  finalize,
  map,
  type Observable,
  of,
} from 'rxjs';
import { createFrameSplitter, type KubeRequest, slicesOf, type Transport } from '../../source/index.ts';

/** A step of work: `undefined` where it brought no text yet. */
export type Steps = Iterable<Uint8Array | string | undefined>;

/**
 * Opens a watch and emits each of its lines as `rewrite` makes it: in the slices that all informers share, because a line costs
 * many times its reading, and hundreds of watches may bring lines at the same time. The transport is asked to read no
 * further meanwhile.
 *
 * @param rewrite - a line is valid until its steps have ended
 */
export function openInSlices(
  open: Transport['open'],
  request: KubeRequest,
  rewrite: (line: Uint8Array) => Steps,
): Observable<Uint8Array> {
  return defer(() => {
    const splitter = createFrameSplitter(longestLine, true);
    const isRewriting = new BehaviorSubject(false);
    const paused$ = combineLatest([isRewriting, request.paused$ ?? of(false)]).pipe(
      map((reasons) => reasons.includes(true)),
    );
    const waiting: (() => Uint8Array)[] = [];
    function* rewritten(): Generator<Uint8Array | undefined, void> {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        for (const line of splitter.split(next())) {
          if (line.length === 0) continue;
          for (const text of rewrite(line)) yield text === undefined ? undefined : Buffer.from(text);
          yield Buffer.from('\n');
        }
        yield; // a chunk may have nothing but empty lines
      }
    }
    const rewriteWaiting = (): Observable<Uint8Array> => {
      isRewriting.next(true);
      return slicesOf(rewritten).pipe(
        filter((text) => text !== undefined),
        finalize(() => isRewriting.next(false)),
      );
    };
    return open({ ...request, paused$ }).pipe(
      map((chunk) => waiting.push(() => chunk)),
      // In its place behind the lines: what came before an error counts.
      catchError((error: unknown) =>
        of(
          waiting.push(() => {
            throw error;
          }),
        ),
      ),
      exhaustMap(rewriteWaiting), // which goes on with what comes meanwhile
    );
  });
}

// The limit of listWatch, in bytes: what is gathered here would never come up against it.
const longestLine = 16 * 1_048_576;
