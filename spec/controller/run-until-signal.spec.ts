import { afterEach, describe, expect, it } from '@jest/globals';
import process from 'node:process';
import { delay, EMPTY, finalize, NEVER, Observable, of, take, tap, throwError } from 'rxjs';
import { OptionsError } from 'rx-informer';
import { runUntilSignal } from 'rx-informer/controller';

const listeners = (): readonly number[] =>
  ['SIGTERM', 'SIGINT'].map((signal) => process.listenerCount(signal));
const before = listeners();
afterEach(() => expect(listeners()).toEqual(before));

describe('runUntilSignal', () => {
  it('should resolve when the work completes', async () => {
    await expect(runUntilSignal(() => of(1, 2))).resolves.toBeUndefined();
    await expect(runUntilSignal(() => EMPTY)).resolves.toBeUndefined();
  });

  it('should reject with the error of the work', async () => {
    await expect(runUntilSignal(() => throwError(() => new Error('no luck')))).rejects.toThrow('no luck');
    const fails = (): Observable<never> => {
      throw new Error('no work');
    };
    await expect(runUntilSignal(fails)).rejects.toThrow('no work');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'should pass %s to the work, and wait for its completion',
    async (signal) => {
      const log: string[] = [];
      const running = runUntilSignal((stop$) =>
        stop$.pipe(
          take(1),
          tap((name) => log.push(name)),
          delay(10),
          finalize(() => log.push('drained')),
        ),
      );
      process.emit(signal, signal);
      await running;
      expect(log).toEqual([signal, 'drained']);
    },
  );

  it('should unsubscribe from the work at the second signal', async () => {
    let isUnsubscribed = false;
    const running = runUntilSignal(() => new Observable(() => () => (isUnsubscribed = true)));
    process.emit('SIGTERM', 'SIGTERM');
    process.emit('SIGINT', 'SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(isUnsubscribed).toBe(false); // the two signals came within 200 ms, so they count as one signal
    process.emit('SIGINT', 'SIGINT');
    await running;
    expect(isUnsubscribed).toBe(true);
  });

  it('should reject for an argument that is not a function, and without signals', async () => {
    await expect(runUntilSignal(NEVER as never)).rejects.toThrow(OptionsError);
    const { process: real } = globalThis;
    Object.assign(globalThis, { process: undefined });
    try {
      await expect(runUntilSignal(() => NEVER)).rejects.toThrow(
        'runUntilSignal: this runtime has no signals',
      );
    } finally {
      Object.assign(globalThis, { process: real });
    }
  });
});
