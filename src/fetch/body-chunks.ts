import { Observable, of } from 'rxjs';
import { transferChunk, detachReleased } from '../source/index.ts';

/**
 * Emits the chunks of the body of a response. An unsubscribe cancels the body immediately. While `paused$` is
 * true, the function does not read the body. The function uses `new Observable`, because RxJS's
 * `from(stream)` leaves an idle stream open after an unsubscribe.
 */
export function bodyChunks(
  response: Response,
  paused$: Observable<boolean> = of(false),
): Observable<Uint8Array> {
  return new Observable((subscriber) => {
    const ownsBuffers = response.body !== null && isByteStream(response.body);
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
          if (ownsBuffers) transferChunk(value);
          subscriber.next(value);
          const proceed = (): void => {
            if (ownsBuffers) detachReleased([value]);
            if (!subscriber.closed) read();
          };
          if (isPaused) resume = proceed;
          else proceed();
        },
        (error: unknown) => subscriber.error(error),
      );
    };
    const pauses = paused$.subscribe((paused) => {
      isPaused = paused;
      const proceed = resume;
      if (paused || proceed === undefined) return;
      resume = undefined;
      proceed();
    });
    if (reader === undefined) subscriber.complete();
    else read();

    return () => {
      pauses.unsubscribe();
      // The error of `cancel` has no meaning: the body may have ended, or may be aborted.
      reader?.cancel().catch(() => undefined);
    };
  });
}

/**
 * Returns whether a body is a byte stream. A byte stream transfers its buffers, so the reader owns the buffer
 * of each chunk. The body of every real response is a byte stream. A stream of another type, for example in a
 * test, can emit a buffer that other code uses.
 */
function isByteStream(body: ReadableStream<Uint8Array>): boolean {
  try {
    const reader = body.getReader({ mode: 'byob' });
    reader.releaseLock();
    return reader instanceof ReadableStreamBYOBReader;
  } catch {
    return false;
  }
}

/** The members of an undici dispatcher that this file uses. Node's `fetch` is part of undici. */
interface Dispatcher {
  dispatch(options: unknown, handler: Handler): boolean;
}

/** The response handler of undici 6 and 7. */
interface Handler {
  onHeaders(status: number, headers: readonly unknown[], ...rest: readonly unknown[]): unknown;
}

/**
 * Returns the dispatcher option for Node's `fetch`, or `undefined` in other runtimes. The dispatcher prevents a response from
 * ending the process. With undici 6 and 7, `fetch` rejects a response with more than five content codings. If the connection of
 * that response then breaks or is aborted, no code can catch the error. With this dispatcher, the request
 * fails before `fetch` reads such a response.
 */
export function limitContentCodings(): { readonly dispatcher: Dispatcher } | undefined {
  // The dispatcher is read at each call. Node sets its dispatcher at the first use of `Headers`, and a
  // program can set another dispatcher at any time.
  const own = (globalThis as unknown as Readonly<Record<symbol, Dispatcher | undefined>>)[
    Symbol.for('undici.globalDispatcher.1')
  ];
  // The new dispatcher inherits all other members, because `fetch` checks whether the dispatcher is a mock.
  return (
    own && {
      dispatcher: withOverrides(own, {
        dispatch: (options, handler) => own.dispatch(options, withCheckedHeaders(handler)),
      }),
    }
  );
}

const withCheckedHeaders = (handler: Handler): Handler =>
  withOverrides(handler, {
    onHeaders(status, headers, ...rest) {
      const codings = headers.filter(
        (_, at) => at % 2 === 1 && /^content-encoding$/i.test(String(headers[at - 1])),
      );
      if (codings.join().split(',').length > maxCodings)
        throw new TypeError(`more than ${maxCodings} content codings`);
      return handler.onHeaders.call(this, status, headers, ...rest);
    },
  });

const withOverrides = <T extends object>(of: T, own: T): T => Object.assign(Object.create(of) as T, own);

/** The maximum number of content codings of a response. A usual server uses one content coding. */
const maxCodings = 5;
