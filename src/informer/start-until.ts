import { type Observable, Subscription } from 'rxjs';
import { anAbortSignal, checkArgument } from '../objects/index.ts';

/** Keeps a pipe running until the subscription or the signal ends. Its error is told as a status, not thrown. */
export function startUntil(running$: Observable<never>, signal?: AbortSignal): Subscription {
  if (signal !== undefined) checkArgument('start: signal', signal, anAbortSignal);
  if (signal?.aborted === true) return Subscription.EMPTY;

  const subscription = running$.subscribe({ error: () => undefined });
  if (signal !== undefined && !subscription.closed) {
    const stop = (): void => subscription.unsubscribe();
    signal.addEventListener('abort', stop, { once: true });
    subscription.add(() => signal.removeEventListener('abort', stop));
  }
  return subscription;
}
