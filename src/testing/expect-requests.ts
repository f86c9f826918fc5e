import { map, type Observable } from 'rxjs';
import { aFunction, anObject, checkArgument, OptionsError, type Rule } from '../objects/index.ts';
import type { ClusterRequest } from './cluster-context.ts';
import type { Requests } from './ledger.ts';
import { momentsOf } from './marble-moments.ts';
import { assertMarbles } from './marbles/assert-marbles.ts';
import type { Emission } from './marbles/emissions-of.ts';
import {
  asExpected,
  checkRequest,
  type ExpectedRequest,
  matchesRequest,
  requestLine,
} from './request-line.ts';
import type { LoggedRequest } from './logged-request.ts';

/** The type of `expectObservable` of `TestScheduler.run`. */
export type ExpectObservable = (requests$: Observable<string>) => {
  /** Compares the requests with an expected diagram. */
  readonly toBe: (marbles: string, values?: Readonly<Record<string, string>>) => unknown;
};

/** The result of `expectRequests`. */
export interface RequestExpectation {
  /**
   * Compares the logged requests with a diagram.
   *
   * @throws OptionsError for a diagram with a letter that is not in `values`
   */
  toBe(marbles: string, values: Readonly<Record<string, ExpectedRequest>>): void;
}

/**
 * Compares the logged requests of a source or of a virtual cluster with a diagram. Each letter of the diagram
 * is a request. The times are the frames of `TestScheduler.run`.
 *
 * If you pass the `expectObservable` of `run`, the requests are compared when the scheduler is flushed, and a failure
 * shows the requests as lines. Without `expectObservable`, the requests are compared immediately, so call
 * `toBe` after `flush()` or after `run`. A failure then shows two diagrams.
 *
 * @throws OptionsError for a source without a log; MarbleAssertionError if the requests differ
 *
 * @example
 * ```ts
 * const source = marbleListerWatcher({ lists: ['--(p|)'], values: pages });
 * expectObservable(reflect(source), '^ 9ms !').toBe('--r', values);
 * expectRequests(source, expectObservable).toBe('(sl)', {
 *   s: { verb: 'watch', sendInitialEvents: true },
 *   l: { verb: 'list', limit: 500, resourceVersion: undefined },
 * });
 * ```
 */
export function expectRequests(
  source: Requests<LoggedRequest | ClusterRequest>,
  expectObservable?: ExpectObservable,
): RequestExpectation {
  checkArgument('expectRequests: source', source, aLog);
  if (expectObservable !== undefined) {
    checkArgument('expectRequests: expectObservable', expectObservable, aFunction);
  }
  return {
    toBe: (marbles, values) => {
      checkArgument('expectRequests: values', values, anObject);
      for (const [letter, request] of Object.entries(values))
        checkRequest(`expectRequests: ${letter}`, request);
      const expected = momentsOf('expectRequests: marbles', marbles).map(({ symbol }) => {
        const request = Object.hasOwn(values, symbol) ? values[symbol] : undefined;
        if (request !== undefined) return request;
        throw new OptionsError('expectRequests: marbles', symbol, `one of ${Object.keys(values).join(', ')}`);
      });
      const lines = Object.fromEntries(
        Object.entries(values).map(([letter, request]) => [letter, requestLine(request)]),
      );
      const lineOf = (request: LoggedRequest | ClusterRequest, nth: number): string => {
        const given = asExpected(request);
        const awaited = expected[nth];
        // The message shows an unexpected request with all its options.
        return requestLine(awaited !== undefined && matchesRequest(given, awaited) ? awaited : given);
      };
      if (expectObservable !== undefined) {
        expectObservable(source.requests$.pipe(map(lineOf))).toBe(marbles, lines);
        return;
      }
      const seen = source.requests.map(lineOf);
      const emissions = source.requests.map(({ at }, nth): Emission<string> => ({
        frame: at,
        notification: { kind: 'N', value: seen[nth] ?? '' },
      }));
      assertMarbles({ emissions, values: seen, closed: false, unsubscribe: () => undefined }, marbles, lines);
    },
  };
}

const aLog: Rule = {
  allowed: 'a source or a cluster that has a log: { requests, requests$ }',
  secret: true,
  test: (given) => Array.isArray((given as Partial<Requests> | null | undefined)?.requests),
};
