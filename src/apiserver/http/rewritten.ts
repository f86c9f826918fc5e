import { concat, concatMap, defer, EMPTY, merge, of, Subject, tap } from 'rxjs';
import type { Flow } from '../flow.ts';
import { type Pieces, pump } from './pump.ts';
import type { ApiResponse } from './response.ts';

/** Converts one piece of a response body. The argument `undefined` marks the end of the body. */
export type Rewriter = (piece: Uint8Array | undefined) => Pieces;

/**
 * Converts a body piece by piece. The source creates the next piece after the whole output of the previous piece has
 * been sent.
 */
export function rewritten(body: ApiResponse['body'], rewriter: () => Rewriter): ApiResponse['body'] {
  return (flow) =>
    defer(() => {
      const rewrite = rewriter();
      const rewrote$ = new Subject<void>();
      let isRewriting = false;
      let isAsked = false;
      let release: (() => void) | undefined;
      const source: Flow = {
        writable: (ignoreTime) => {
          isAsked ||= isRewriting;
          return !isRewriting && flow.writable(ignoreTime);
        },
        drain$: merge(flow.drain$, rewrote$),
        ...(flow.hold === undefined ? {} : { hold: flow.hold }),
      };
      const goOn$ = defer(() => {
        isRewriting = false;
        release?.();
        if (isAsked) {
          isAsked = false;
          rewrote$.next();
        }
        return EMPTY;
      });
      return concat(body(source), of(undefined)).pipe(
        tap((piece) => {
          isRewriting = true;
          if (piece !== undefined) release = flow.hold?.(piece);
        }),
        concatMap((piece) =>
          concat(
            pump(() => rewrite(piece), flow),
            goOn$,
          ),
        ),
      );
    });
}
