import {
  asapScheduler,
  from,
  ignoreElements,
  type Observable,
  of,
  startWith,
  Subject,
  switchMap,
  timer,
} from 'rxjs';
import { deliver } from '../delivery/index.ts';
import { HandlerError } from '../objects/index.ts';
import type { Change } from '../store/index.ts';
import type { Recipient } from './machine/fan-out.ts';

/** What happens to an object, in client-node's words. */
export type ObjectVerb = 'add' | 'update' | 'delete';

/** One callback that listens to objects. */
export interface Listener<T> extends Recipient<T> {
  /** Drops what waits for it. */
  end(): void;
}

/**
 * A callback is told at once, until it returns a promise for the first time: from then on it has a buffer and a pace of its
 * own, and hears one change at a time. The call that runs when all stops may end; no other begins before it has.
 *
 * @param verbs - what it hears of; asked at each call
 */
export function createListener<T>(
  verbs: ReadonlySet<ObjectVerb>,
  callback: (object: T) => unknown,
  onError: (error: HandlerError) => void,
): Listener<T> {
  let running: Promise<void> | undefined;
  /** Its own pace: what goes in, and how to end it. Still there, but closed, while all is paused. */
  let lane: Lane<T> | undefined;

  const call = ({ type, key, object }: Change<T>): Observable<never> | undefined => {
    const verb = verbOf[type];
    if (!verbs.has(verb)) return undefined;
    const failed = (cause: unknown): void =>
      onError(new HandlerError(`the callback of '${verb}'`, key, cause));
    try {
      const result = callback(object);
      if (!isThenable(result)) return undefined;
      const call = Promise.resolve(result).then(ignored, failed);
      running = call;
      void call.then(() => {
        if (running === call) running = undefined;
      });
      return from(call).pipe(ignoreElements());
    } catch (cause) {
      failed(cause);
      return undefined;
    }
  };

  // What comes at once is gathered; what runs is waited for, were it begun before the last stop. In this order: a callback
  // that stops and starts all has not returned its promise yet.
  const pace = timer(0, asapScheduler).pipe(switchMap(() => running ?? of(undefined)));
  const open = (kept: readonly Change<T>[]): void => {
    const input = new Subject<readonly Change<T>[]>();
    let rest: readonly Change<T>[] = [];
    const onRest = (left: readonly Change<T>[]): void => void (rest = left);
    const told = input.pipe(startWith(kept), deliver<T>({ pace }, call, undefined, onRest)).subscribe();
    lane = {
      input,
      close() {
        told.unsubscribe();
        return rest;
      },
    };
  };

  return {
    take(change) {
      if (lane !== undefined) lane.input.next([change]);
      else if (call(change) !== undefined) open([]);
    },
    pause: () => lane?.close(),
    resume: open,
    end: () => void lane?.close(),
  };
}

interface Lane<T> {
  readonly input: Subject<readonly Change<T>[]>;
  /** @returns what waited */
  readonly close: () => readonly Change<T>[];
}

const verbOf = { added: 'add', updated: 'update', deleted: 'delete' } as const;
const ignored = (): void => undefined;

export function isThenable(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as { then?: unknown } | null | undefined)?.then === 'function';
}
