import { finished, type Writable } from 'node:stream';
import { firstValueFrom, merge, type Observable, switchMap, timer } from 'rxjs';
import type { Host } from './host.ts';

/** The maximum time in ms that the process waits for a slow reader after the command was asked to end. */
export const flushTimeout = 500;

/** Resolves when the streams have written all data, or {@link flushTimeout} ms after the command was asked to end. */
export async function flushed({ stdout, stderr, written = [], pending = [], stop$ }: Host): Promise<void> {
  const outOfPatience$: Observable<unknown> = stop$.pipe(switchMap(() => timer(flushTimeout)));
  const all = async (): Promise<void> => {
    await Promise.all(pending.map((caughtUp) => caughtUp()));
    await Promise.all([stdout, stderr, ...written].map(taken));
  };
  await firstValueFrom(merge(all(), outOfPatience$));
}

const taken = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => resolve();
    if (stream.writableEnded) finished(stream, done);
    else stream.write('', done);
  });
