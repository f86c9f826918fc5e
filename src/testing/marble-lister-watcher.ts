import { type Observable, throwError } from 'rxjs';
import {
  anObject,
  checkArgument,
  checkOptions,
  ConnectionError,
  type KubeObject,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import type { ListPage, WatchEvent } from '../source/index.ts';
import type { LoggedListerWatcher } from './ledger.ts';
import { momentsOf } from './marble-moments.ts';
import { playMoments } from './play-moments.ts';
import { aRefusal, refusal, streamingRefused } from './refusal.ts';
import { scriptedListerWatcher } from './scripted-lister-watcher.ts';

/** The answers of `marbleListerWatcher`, as marble diagrams. */
export interface MarbleScript<T extends KubeObject> {
  /**
   * The answers to lists, one diagram for each list. If there are more lists, each gets the last diagram. By
   * default, a list fails with an `OptionsError`.
   */
  readonly lists?: readonly string[];
  /**
   * The answers to watches, one diagram for each watch. If there are more watches, each gets the last
   * diagram. Default: `['-']`, which means that a watch stays open and emits nothing.
   */
  readonly watches?: readonly string[];
  /**
   * The answers to streaming lists, one diagram for each streaming list. If there are more streaming lists,
   * each gets the last diagram. By default, streaming lists are refused with a 422, so that a reflector
   * immediately lists in pages.
   */
  readonly streams?: readonly string[];
  /**
   * The values of the letters in the diagrams. A letter in a list is a page, and a letter in a watch or a
   * streaming list is an event.
   */
  readonly values?: Readonly<Record<string, ListPage<T> | WatchEvent<T>>>;
  /**
   * The errors of letters in the diagrams. Such a letter ends a diagram, as `#` does. A number is the code of
   * a `StatusError`. If the error is the first letter of a watch or a streaming list, the error is a refusal.
   * A later error is an error in the stream (`inStream`). The default error for `#` is a `ConnectionError`.
   */
  readonly errors?: Readonly<Record<string, Error | number>>;
}

/**
 * Returns a ListerWatcher that plays marble diagrams and logs its requests. The source needs no helper of
 * `TestScheduler.run`. One character of a diagram is one millisecond of the RxJS clock, from the start of the
 * request.
 *
 * @throws OptionsError for an invalid diagram, and for a letter without a value or with a value of the wrong type
 *
 * @example
 * ```ts
 * const a = kubeObject('a');
 * const source = marbleListerWatcher({
 *   lists: ['--p|'],
 *   watches: ['---m-#', '-'],
 *   values: {
 *     p: { items: [a], resourceVersion: '1' },
 *     m: { type: 'MODIFIED', object: nextVersion(a) },
 *   },
 * });
 * ```
 */
export function marbleListerWatcher<T extends KubeObject = KubeObject>(
  script: MarbleScript<T>,
): LoggedListerWatcher<T> {
  checkArgument('marbleListerWatcher: script', script, anObject);
  checkOptions('marbleListerWatcher', script, {
    lists: diagrams,
    watches: diagrams,
    streams: diagrams,
    values: anObject,
    errors: anObject,
  });
  const { lists, watches = ['-'], streams } = script;
  for (const [letter, error] of Object.entries(script.errors ?? {})) {
    checkArgument(`marbleListerWatcher: errors.${letter}`, error, anErrorOrCode);
  }

  return scriptedListerWatcher<T>({
    list: lists === undefined ? [throwError(noLists)] : lists.map(drawn<T, ListPage<T>>(script, 'lists')),
    watch: watches.map(drawn<T, WatchEvent<T>>(script, 'watches')),
    stream:
      streams === undefined
        ? [throwError(streamingRefused)]
        : streams.map(drawn<T, WatchEvent<T>>(script, 'streams')),
  });
}

function drawn<T extends KubeObject, V extends ListPage<T> | WatchEvent<T>>(
  { values = {}, errors = {} }: MarbleScript<T>,
  part: 'lists' | 'watches' | 'streams',
) {
  const rule = part === 'lists' ? aPage : anEvent;
  return (diagram: string, nth: number): Observable<V> => {
    const option = `marbleListerWatcher: ${part}[${nth}]`;
    return playMoments<V>(momentsOf(option, diagram), ({ symbol }, position) => {
      if (symbol === '|') return { kind: 'C' };
      if (Object.hasOwn(errors, symbol)) {
        const error = errors[symbol];
        const inStream = part !== 'lists' && position > 0;
        return { kind: 'E', error: typeof error === 'number' ? refusal(error, { inStream }) : error };
      }
      if (symbol === '#') return { kind: 'E', error: new ConnectionError('the connection broke off') };
      const value = Object.hasOwn(values, symbol) ? values[symbol] : undefined;
      checkArgument(`${option}: ${symbol}`, value, rule);
      return { kind: 'N', value: value as V };
    });
  };
}

const noLists = (): OptionsError =>
  new OptionsError('marbleListerWatcher: lists', undefined, 'given: a list was asked for');

const diagrams: Rule = {
  allowed: 'at least one diagram',
  test: (given) => Array.isArray(given) && given.length > 0,
};
const aPage: Rule = {
  allowed: 'a page in values, or in errors: { items, resourceVersion }',
  test: (given) => Array.isArray((given as Partial<ListPage<KubeObject>> | undefined)?.items),
};
const anEvent: Rule = {
  allowed: 'an event in values, or in errors: { type, object } or a bookmark',
  test: (given) => typeof (given as Partial<WatchEvent<KubeObject>> | undefined)?.type === 'string',
};
const anErrorOrCode: Rule = {
  allowed: `an Error, or ${aRefusal.allowed}`,
  test: (given) => given instanceof Error || aRefusal.test(given),
};
