import { defer, EMPTY, finalize, fromEvent, merge, type Observable, tap, timer } from 'rxjs';
import type { Host } from '../output/host.ts';
import type { Screen } from './screen.ts';

/** Takes the terminal while somebody subscribes; emits when a frame is wanted because of what happened to it. */
export function takenTerminal(
  { stdout, terminal }: Pick<Host, 'stdout' | 'terminal'>,
  screen: Screen,
): Observable<unknown> {
  return defer(() => {
    const restored = terminal?.beforeEnd(() => screen.leave());
    const taken$ = timer(patience).pipe(tap(() => screen.enter()));
    const resized$ = fromEvent(stdout, 'resize').pipe(tap(() => screen.forget()));
    const continued$ = (terminal?.continued$ ?? EMPTY).pipe(
      tap(() => {
        screen.leave(); // whoever stopped the process need not have let it leave before
        screen.enter();
      }),
    );
    return merge(taken$, resized$, continued$, fromEvent(stdout, 'drain')).pipe(
      finalize(() => {
        screen.leave();
        restored?.();
      }),
    );
  });
}

/** A start that fails before takes no terminal, ms. */
const patience = 150;
