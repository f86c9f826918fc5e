import { defer, EMPTY, type Observable } from 'rxjs';
import { anObject, checkArgument, type KubeObject, OptionsError } from '../objects/index.ts';
import type { ListerWatcher, ListPage, WatchEvent } from '../source/index.ts';
import { logEntry, type RequestLog } from './request-log.ts';

/** What to play: the n-th list and the n-th watch get the n-th observable, later ones the last. */
export interface Script<T extends KubeObject> {
  readonly list: readonly Observable<ListPage<T>>[];
  readonly watch: readonly Observable<WatchEvent<T>>[];
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
export function scriptedListerWatcher<T extends KubeObject>(
  script: Script<T>,
): ListerWatcher<T> & { readonly requests: readonly RequestLog[] } {
  checkArgument('scriptedListerWatcher: script', script, anObject);
  for (const verb of ['list', 'watch'] as const) {
    if (!Array.isArray(script[verb]) || script[verb].length === 0) {
      throw new OptionsError(`scriptedListerWatcher: ${verb}`, script[verb], 'at least one observable');
    }
  }
  const requests: RequestLog[] = [];
  const play = <V>(
    verb: RequestLog['verb'],
    parts: readonly Observable<V>[],
    options?: RequestLog['options'],
  ) =>
    defer(() => {
      const nth = requests.filter((request) => request.verb === verb).length;
      requests.push(logEntry(verb, options));
      return parts[Math.min(nth, parts.length - 1)] ?? EMPTY;
    });

  return {
    requests,
    list: (options) => play('list', script.list, options),
    watch: (options) => play('watch', script.watch, options),
  };
}
