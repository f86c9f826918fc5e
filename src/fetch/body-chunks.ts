import { Observable } from 'rxjs';

/**
 * The body of an answer as it comes. Unsubscribing cancels it at once.
 *
 * By hand: RxJS reads a stream too, but leaves it open when one unsubscribes while it is silent.
 */
export function bodyChunks(response: Response): Observable<Uint8Array> {
  return new Observable((subscriber) => {
    const reader = response.body?.getReader();
    const read = (): void => {
      reader?.read().then(
        ({ done, value }) => {
          if (done) {
            subscriber.complete();
            return;
          }
          subscriber.next(value);
          if (!subscriber.closed) read();
        },
        (error: unknown) => subscriber.error(error),
      );
    };
    if (reader === undefined) subscriber.complete();
    else read();

    return () => {
      reader?.cancel().catch(() => undefined); // it may have ended by itself, or be aborted
    };
  });
}
