import { defer, EMPTY, finalize, fromEvent, merge, type Observable, tap, timer } from 'rxjs';
import type { Host } from '../output/host.ts';
import type { Screen } from './screen.ts';

/** Uses the whole terminal while subscribed. Emits when a frame must be drawn because the terminal has changed. */
export function takeTerminal(
  { stdout, terminal }: Pick<Host, 'stdout' | 'terminal'>,
  screen: Screen,
): Observable<unknown> {
  return defer(() => {
    const restored = terminal?.beforeEnd(() => screen.leave());
    const taken$ = timer(patience).pipe(tap(() => screen.enter()));
    const resized$ = fromEvent(stdout, 'resize').pipe(tap(() => screen.forget()));
    const continued$ = (terminal?.continued$ ?? EMPTY).pipe(
      tap(() => {
        screen.leave(); // if SIGSTOP stopped the process, `leave` was not called
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

/**
 * Delay before the command uses the whole terminal, in ms. A command that fails within this delay does not change the
 * terminal.
 */
const patience = 150;
