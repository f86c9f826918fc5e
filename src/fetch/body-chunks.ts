import { Observable, of } from 'rxjs';
import { lend, reclaim } from '../source/index.ts';

/**
 * The body of an answer as it comes. Unsubscribing cancels it at once; while `paused$` says true nothing more is read.
 *
 * By hand: RxJS reads a stream too, but leaves it open when one unsubscribes while it is silent.
 */
export function bodyChunks(
  response: Response,
  paused$: Observable<boolean> = of(false),
): Observable<Uint8Array> {
  return new Observable((subscriber) => {
    const isOurs = response.body !== null && makesOwnBuffers(response.body);
    const reader = response.body?.getReader();
    let isPaused = false;
    let resume: (() => void) | undefined;
    const read = (): void => {
      reader?.read().then(
        ({ done, value }) => {
          if (done) {
            subscriber.complete();
            return;
          }
          if (isOurs) lend(value);
          subscriber.next(value);
          const goOn = (): void => {
            if (isOurs) reclaim([value]);
            if (!subscriber.closed) read();
          };
          if (isPaused) resume = goOn;
          else goOn();
        },
        (error: unknown) => subscriber.error(error),
      );
    };
    const pauses = paused$.subscribe((paused) => {
      isPaused = paused;
      const goOn = resume;
      if (paused || goOn === undefined) return;
      resume = undefined;
      goOn();
    });
    if (reader === undefined) subscriber.complete();
    else read();

    return () => {
      pauses.unsubscribe();
      reader?.cancel().catch(() => undefined); // it may have ended by itself, or be aborted
    };
  });
}

/**
 * Whether the buffer of each chunk is the reader's alone: a stream of bytes, as every real answer is, hands it over. One that
 * somebody made of objects may emit a buffer that is in use elsewhere.
 */
function makesOwnBuffers(body: ReadableStream<Uint8Array>): boolean {
  try {
    const reader = body.getReader({ mode: 'byob' });
    reader.releaseLock();
    return reader instanceof ReadableStreamBYOBReader;
  } catch {
    return false;
  }
}
