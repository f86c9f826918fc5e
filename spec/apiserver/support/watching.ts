import { BehaviorSubject, filter, firstValueFrom, map, type Observable, timeout } from 'rxjs';

/** A watch event, with the fields of the object that the specs read. */
export interface Frame {
  readonly type: string;
  readonly object: {
    readonly kind?: string;
    readonly apiVersion?: string;
    readonly code?: number;
    readonly reason?: string;
    readonly message?: string;
    readonly data?: Readonly<Record<string, string>>;
    readonly metadata: {
      readonly name?: string;
      readonly resourceVersion: string;
      readonly annotations?: Readonly<Record<string, string>>;
      readonly labels?: Readonly<Record<string, string>>;
      readonly finalizers?: readonly string[];
    };
  };
}

/** A watch that a spec has opened. */
export interface Watching {
  readonly frames: readonly Frame[];
  /** Resolves when the server has answered the request, before the first event. */
  readonly opened: Promise<void>;
  /** The raw text that the watch has received so far. */
  readonly text: string;
  /** Resolves with the first `count` watch events. */
  take(count: number): Promise<readonly Frame[]>;
  /** Resolves with all watch events when the server has ended the watch. Rejects if the watch breaks. */
  readonly ended: Promise<readonly Frame[]>;
  stop(): void;
}

interface Progress {
  readonly text: string;
  readonly over: boolean;
  readonly error?: unknown;
}

/**
 * Reads the watch events from a response body. If a wait exceeds the timeout, the wait fails with the text that has
 * arrived so far.
 */
export function watching(body$: Observable<Uint8Array>, opened: Promise<void> = Promise.resolve()): Watching {
  const decoder = new TextDecoder();
  const progress$ = new BehaviorSubject<Progress>({ text: '', over: false });
  const framesOf = ({ text }: Progress): readonly Frame[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Frame);
  const subscription = body$.subscribe({
    next: (bytes) =>
      progress$.next({ text: progress$.value.text + decoder.decode(bytes, { stream: true }), over: false }),
    error: (error: unknown) => progress$.next({ ...progress$.value, over: true, error }),
    complete: () => progress$.next({ ...progress$.value, over: true }),
  });
  const when = (test: (progress: Progress) => boolean): Promise<readonly Frame[]> =>
    firstValueFrom(
      progress$.pipe(
        filter(test),
        map((progress) => {
          if (progress.error !== undefined) throw progress.error as Error;
          return framesOf(progress);
        }),
        timeout({
          each: 4000,
          with: () => {
            throw new Error(`waited in vain; there were: ${progress$.value.text}`);
          },
        }),
      ),
    );
  return {
    opened,
    get frames() {
      return framesOf(progress$.value);
    },
    get text() {
      return progress$.value.text;
    },
    take: async (count) => (await when((progress) => framesOf(progress).length >= count)).slice(0, count),
    get ended() {
      return when(({ over }) => over);
    },
    stop: () => subscription.unsubscribe(),
  };
}

/** Returns watch events as text without their versions, for example `ADDED c1` or `BOOKMARK`. */
export function emitted(frames: readonly Frame[]): readonly string[] {
  return frames.map(({ type, object }) => [type, object.metadata.name ?? ''].join(' ').trim());
}
