import { Observable, of } from 'rxjs';
import { transferChunk, detachReleased } from '../source/index.ts';

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
          if (isOurs) transferChunk(value);
          subscriber.next(value);
          const goOn = (): void => {
            if (isOurs) detachReleased([value]);
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

/** As much of a dispatcher of undici, which Node's `fetch` is made of, as is used. */
interface Dispatcher {
  dispatch(options: unknown, handler: Handler): boolean;
}

/** The response handler of undici 6 and 7. */
interface Handler {
  onHeaders(status: number, headers: readonly unknown[], ...rest: readonly unknown[]): unknown;
}

/**
 * Returns the dispatcher option for Node's `fetch`, so that no answer ends the process: `fetch` rejects an answer with more than
 * five content codings, and a connection that breaks off, or is aborted, after that is an error that nothing can catch
 * (undici 6 and 7). With this dispatcher such an answer fails before `fetch` looks at it. Other runtimes are given nothing.
 */
export function limitContentCodings(): { readonly dispatcher: Dispatcher } | undefined {
  // Node sets its own once `Headers` is used, and a program may set another at any time.
  const own = (globalThis as unknown as Readonly<Record<symbol, Dispatcher | undefined>>)[
    Symbol.for('undici.globalDispatcher.1')
  ];
  // All else of the dispatcher is asked too: `fetch` looks whether it is one for tests.
  return (
    own && {
      dispatcher: derived(own, { dispatch: (options, handler) => own.dispatch(options, checked(handler)) }),
    }
  );
}

const checked = (handler: Handler): Handler =>
  derived(handler, {
    onHeaders(status, headers, ...rest) {
      const codings = headers.filter(
        (_, at) => at % 2 === 1 && /^content-encoding$/i.test(String(headers[at - 1])),
      );
      if (codings.join().split(',').length > mostCodings)
        throw new TypeError(`more than ${mostCodings} content codings`);
      return handler.onHeaders.call(this, status, headers, ...rest);
    },
  });

/** An object that has all of another, but for some of its methods. */
const derived = <T extends object>(of: T, own: T): T => Object.assign(Object.create(of) as T, own);

/** A server uses one. */
const mostCodings = 5;
