import { finished, type Writable } from 'node:stream';
import { firstValueFrom, merge, type Observable, switchMap, timer } from 'rxjs';
import type { Host } from './host.ts';

/** Once the command is to end, the process waits no longer than this for a reader that reads nothing, ms. */
export const patience = 500;

/** Resolves when all that was written has been taken. */
export async function flushed({ stdout, stderr, written = [], pending = [], stop$ }: Host): Promise<void> {
  const outOfPatience$: Observable<unknown> = stop$.pipe(switchMap(() => timer(patience)));
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
