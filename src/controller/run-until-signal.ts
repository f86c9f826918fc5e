import {
  defer,
  endWith,
  firstValueFrom,
  ignoreElements,
  type Observable,
  ReplaySubject,
  takeUntil,
} from 'rxjs';
import { aFunction, checkArgument, KubeError } from '../objects/index.ts';

/**
 * Runs the work of a process until a signal stops it: SIGTERM of Kubernetes, or SIGINT of Ctrl+C. At the first signal `stop$`
 * emits the name of the signal. The promise resolves when the work has completed, and rejects with its error. At a second
 * signal, 200 ms later or more, the function unsubscribes from the work, and the promise resolves. The function is for Node, Deno and Bun.
 *
 * Pass `stop$` to the controllers, so that their runs drain.
 *
 * @param work - creates the work; the function ignores the values of the Observable
 * The promise rejects with an `OptionsError` if the argument is not a function, and with a `KubeError` in a runtime without signals,
 * such as a browser.
 *
 * @example
 * ```ts
 * await runUntilSignal((stop$) =>
 *   controller({ for: pods, resource: core.v1.pods, reconcile: (pod) => console.log(pod?.metadata.name), stop$ }),
 * );
 * ```
 */
export async function runUntilSignal(
  work: (stop$: Observable<string>) => Observable<unknown>,
): Promise<void> {
  checkArgument('runUntilSignal: work', work, aFunction);
  const { process } = globalThis as { readonly process?: SignalSource };
  if (process === undefined) {
    throw new KubeError('fatal', 'runUntilSignal: this runtime has no signals', {
      advice: 'subscribe to the work, and unsubscribe to stop it',
    });
  }
  const stop$ = new ReplaySubject<string>(1);
  const aborted$ = new ReplaySubject<void>(1);
  let stoppedAt: number | undefined;
  const onSignal = (signal: string): void => {
    // A terminal and npm can both send the signal of one Ctrl+C.
    if (stoppedAt !== undefined && performance.now() - stoppedAt < sameSignal) return;
    if (stoppedAt !== undefined) aborted$.next();
    stoppedAt = performance.now();
    stop$.next(signal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  try {
    const work$ = defer(() => work(stop$.asObservable()));
    await firstValueFrom(work$.pipe(ignoreElements(), takeUntil(aborted$), endWith(undefined)));
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

/** Signals within this time in ms count as one signal. */
const sameSignal = 200;

const signals = ['SIGTERM', 'SIGINT'] as const;

/** The part of `process` that the function uses. The library compiles without the types of Node. */
interface SignalSource {
  on(signal: string, listener: (signal: string) => void): unknown;
  off(signal: string, listener: (signal: string) => void): unknown;
}
