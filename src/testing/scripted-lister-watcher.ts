import { EMPTY, type Observable } from 'rxjs';
import { anObject, checkArgument, type KubeObject, OptionsError } from '../objects/index.ts';
import type { ListPage, WatchEvent } from '../source/index.ts';
import { createLedger, type LoggedListerWatcher } from './ledger.ts';
import { logEntry, type RequestLog } from './request-log.ts';

/** What to play: the n-th list and the n-th watch get the n-th observable, later ones the last. */
export interface Script<T extends KubeObject> {
  readonly list: readonly Observable<ListPage<T>>[];
  readonly watch: readonly Observable<WatchEvent<T>>[];
  /** For streamed lists, which are counted apart then. Default: they are watches like any other. */
  readonly stream?: readonly Observable<WatchEvent<T>>[];
}

/**
 * A ListerWatcher that plays diagrams and remembers what it was asked. A request is one when it is subscribed to.
 *
 * By default a reflector asks for a streamed list first, which is a watch: `streamingList: 'never'` makes it list.
 *
 * @throws OptionsError when there is nothing to play
 *
 * @example
 * ```ts
 * const source = scriptedListerWatcher({ list: [cold('p|', pages)], watch: [cold('-e', events), NEVER] });
 * expectObservable(reflect(source, { streamingList: 'never' }), '^--!').toBe('re', values);
 * ```
 */
export function scriptedListerWatcher<T extends KubeObject>(script: Script<T>): LoggedListerWatcher<T> {
  checkArgument('scriptedListerWatcher: script', script, anObject);
  for (const part of ['list', 'watch', 'stream'] as const) {
    const given: unknown = script[part];
    if (part === 'stream' && given === undefined) continue;
    if (!Array.isArray(given) || given.length === 0) {
      throw new OptionsError(`scriptedListerWatcher: ${part}`, given, 'at least one observable');
    }
  }
  const { logged, log } = createLedger<RequestLog>();
  const played = { list: 0, watch: 0, stream: 0 };
  const next = <V>(part: keyof Script<T>, answers: readonly Observable<V>[]): Observable<V> =>
    answers[Math.min(played[part]++, answers.length - 1)] ?? EMPTY;

  return {
    ...log,
    list: (options) =>
      logged(
        () => logEntry('list', options),
        () => next('list', script.list),
      ),
    watch: (options) =>
      logged(
        () => logEntry('watch', options),
        () =>
          script.stream !== undefined && options?.sendInitialEvents === true
            ? next('stream', script.stream)
            : next('watch', script.watch),
      ),
  };
}
