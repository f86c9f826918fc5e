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

/** The answers of a source, as marble diagrams. */
export interface MarbleScript<T extends KubeObject> {
  /**
   * One diagram for each list. All later lists get the last diagram. By default, a list fails with an `OptionsError`.
   */
  readonly lists?: readonly string[];
  /**
   * One diagram for each watch. All later watches get the last diagram. Default `['-']`: a watch is open and emits
   * nothing.
   */
  readonly watches?: readonly string[];
  /**
   * One diagram for each streaming list. All later streaming lists get the last diagram. By default, streaming lists
   * are refused with a 422, so that a reflector lists at once.
   */
  readonly streams?: readonly string[];
  /** The values of the letters: pages in lists, events in watches and streams. */
  readonly values?: Readonly<Record<string, ListPage<T> | WatchEvent<T>>>;
  /**
   * Letters for errors. An error ends a diagram, as `#` does. A number is the code of a `StatusError`. In a watch or
   * stream, the first letter of a diagram is a refusal; a later letter is an error in the stream (`inStream`). Default
   * for `#`: a `ConnectionError`.
   */
  readonly errors?: Readonly<Record<string, Error | number>>;
}

/**
 * Returns a ListerWatcher that plays marble diagrams and logs its requests. It needs no helper of `run`. One character
 * is one millisecond on the RxJS clock of any scheduler, from the start of the request.
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
