import { type Observable, Subscription } from 'rxjs';
import { anAbortSignal, checkArgument } from '../objects/index.ts';

/** Keeps a pipe running until the subscription or the signal ends. Its error is told as a status, not thrown. */
export function startUntil(running$: Observable<never>, signal?: AbortSignal): Subscription {
  if (signal !== undefined) checkArgument('start: signal', signal, anAbortSignal);
  if (signal?.aborted === true) return Subscription.EMPTY;

  const running = new Subscription();
  const stop = (): void => running.unsubscribe();
  // Heard from before it starts: a signal may abort while it does.
  signal?.addEventListener('abort', stop, { once: true });
  running.add(() => signal?.removeEventListener('abort', stop));
  running.add(running$.subscribe({ error: stop, complete: stop }));
  return running;
}
