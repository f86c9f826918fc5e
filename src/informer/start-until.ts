import { defer, fromEvent, map, NEVER, type Observable, of, Subscription, take, takeUntil } from 'rxjs';
import { anAbortSignal, checkArgument } from '../objects/index.ts';

/**
 * Keeps the pipe of an informer running until an unsubscribe, or until the signal aborts. The function does
 * not throw an error of the pipe, because the pipe reports the error itself.
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
  // The code uses `takeUntil`, because the subscription does not exist yet if the signal aborts during the
  // start.
  running.add(running$.pipe(takeUntil(aborted(signal))).subscribe({ error: stop, complete: stop }));
  return running;
}

/**
 * Emits the reason of a signal when the signal aborts, or immediately if the signal has already aborted.
 * Without a signal, the Observable never emits.
 */
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
