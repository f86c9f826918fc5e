import { defer, fromEvent, map, NEVER, type Observable, of, Subscription, take, takeUntil } from 'rxjs';
import { anAbortSignal, checkArgument } from '../objects/index.ts';

/**
 * Keeps a pipe running until an unsubscribe, or until the signal aborts. An error is not thrown, because the pipe reports the
 * error.
 *
 * @param onBegin - receives the subscription before the pipe starts, because the start can call back immediately
 */
export function startUntil(
  running$: Observable<never>,
  signal?: AbortSignal,
  onBegin?: (running: Subscription) => void,
): Subscription {
  if (signal !== undefined) checkArgument('start: signal', signal, anAbortSignal);
  if (signal?.aborted === true) return Subscription.EMPTY;

  const running = new Subscription();
  const stop = (): void => running.unsubscribe();
  onBegin?.(running);
  // Uses `takeUntil`, because the subscription does not exist yet if the signal aborts during the start.
  running.add(running$.pipe(takeUntil(aborted(signal))).subscribe({ error: stop, complete: stop }));
  return running;
}

/** Emits the reason when the signal aborts, or immediately if it has aborted. Without a signal, never emits. */
export function aborted(signal: AbortSignal | undefined): Observable<unknown> {
  if (signal === undefined) return NEVER;
  return defer(() =>
    signal.aborted
      ? of(signal.reason as unknown)
      : fromEvent(signal, 'abort').pipe(
          take(1),
          map(() => signal.reason as unknown),
        ),
  );
}
