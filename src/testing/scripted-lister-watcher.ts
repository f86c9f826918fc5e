import { EMPTY, type Observable, of, tap } from 'rxjs';
import {
  anObject,
  checkArgument,
  checkOptions,
  type KubeObject,
  renamedFrom,
  type Rule,
} from '../objects/index.ts';
import type { ListPage, WatchEvent } from '../source/index.ts';
import { createLedger, type LoggedListerWatcher } from './ledger.ts';
import { isOlder } from './machine/history.ts';
import { logEntry, type LoggedRequest } from './logged-request.ts';

/**
 * The answers of `scriptedListerWatcher`. The n-th list and the n-th watch get the n-th Observable of
 * their array. If there are more requests, each gets the last Observable.
 */
export interface Script<T extends KubeObject> {
  readonly list: readonly Observable<ListPage<T>>[];
  readonly watch: readonly Observable<WatchEvent<T>>[];
  /** The answers to streaming lists. If `stream` is absent, a streaming list counts as a watch. */
  readonly stream?: readonly Observable<WatchEvent<T>>[];
  /**
   * The answers to probes. With a probe, a reflector reads the current resourceVersion: a probe is a list
   * with `limit: 1` and without a resourceVersion. A reflector sends a probe before it resumes a failed
   * watch. Default: an empty page at the last resourceVersion of the script.
   */
  readonly probe?: readonly Observable<ListPage<T>>[];
}

/**
 * Returns a ListerWatcher that plays observables and logs its requests. A request is logged when it is subscribed.
 *
 * By default, a reflector first requests a streaming list, which is a watch. With `streamingList: 'never'`, a reflector
 * lists.
 *
 * @throws OptionsError if `list` or `watch` is absent, or an array is empty
 *
 * @example
 * ```ts
 * const source = scriptedListerWatcher({ list: [cold('p|', pages)], watch: [cold('-e', events), NEVER] });
 * expectObservable(reflect(source, { streamingList: 'never' }), '^--!').toBe('re', values);
 * ```
 */
export function scriptedListerWatcher<T extends KubeObject>(script: Script<T>): LoggedListerWatcher<T> {
  checkArgument('scriptedListerWatcher: script', script, anObject);
  checkOptions('scriptedListerWatcher', script, {
    list: answers,
    watch: answers,
    stream: answers,
    probe: renamedFrom('check', answers),
  });
  checkArgument('scriptedListerWatcher: list', script.list, answers);
  checkArgument('scriptedListerWatcher: watch', script.watch, answers);
  const { logged, log } = createLedger<LoggedRequest>();
  const played = { list: 0, watch: 0, stream: 0, probe: 0 };
  let version: string | undefined;
  const next = <V>(part: keyof Script<T>, answers: readonly Observable<V>[]): Observable<V> =>
    answers[Math.min(played[part]++, answers.length - 1)] ?? EMPTY;

  const listed = (page: ListPage<T>): void => {
    version = page.resourceVersion;
  };
  const watched = (event: WatchEvent<T>): void => {
    const given = event.type === 'BOOKMARK' ? event.resourceVersion : event.object.metadata.resourceVersion;
    if (version === undefined || isInitialEnd(event) || !isOlder(given, version)) version = given;
  };

  return {
    ...log,
    list: (options) =>
      logged(
        () => logEntry('list', options),
        () => {
          const { limit, resourceVersion } = options ?? {};
          if (limit !== 1 || resourceVersion !== undefined || version === undefined)
            return next('list', script.list).pipe(tap(listed));
          return script.probe === undefined
            ? of({ items: [], resourceVersion: version })
            : next('probe', script.probe);
        },
      ),
    watch: (options) =>
      logged(
        () => logEntry('watch', options),
        () =>
          (script.stream !== undefined && options?.sendInitialEvents === true
            ? next('stream', script.stream)
            : next('watch', script.watch)
          ).pipe(tap(watched)),
      ),
  };
}

const isInitialEnd = <T extends KubeObject>(event: WatchEvent<T>): boolean =>
  event.type === 'BOOKMARK' && event.initialEventsEnd === true;

const answers: Rule = {
  allowed: 'at least one observable',
  test: (given) => Array.isArray(given) && given.length > 0,
};
