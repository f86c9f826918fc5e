import { describe, expect, it } from '@jest/globals';
import { OptionsError, reflect } from 'rx-informer';
import {
  expectRequests,
  marbleListerWatcher,
  MarbleAssertionError,
  pod,
  virtualCluster,
} from 'rx-informer/testing';
import { type Observable, switchMap, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { marbles } from '../support/marbles.ts';

const letters = {
  s: { verb: 'watch', sendInitialEvents: true },
  l: { verb: 'list', limit: 500, resourceVersion: undefined },
  c: { verb: 'list', limit: 1, resourceVersion: undefined },
  w: { verb: 'watch', resourceVersion: '7', sendInitialEvents: undefined },
} as const;
const p = { items: [pod('a')], resourceVersion: '7' };

const drawn = () => marbleListerWatcher({ lists: ['------(p|)'], watches: ['---#', '-'], values: { p } });
const reflected = (source: ReturnType<typeof drawn>) =>
  reflect(source, { random: () => 0, backoff: { initial: 4 } });

/** Sends one request after `ms` ms, and ignores the response. */
const after = (ms: number, request$: Observable<unknown>) =>
  timer(ms)
    .pipe(switchMap(() => request$))
    .subscribe({ error: () => undefined });

/** Returns the message of an expectation that must fail. */
function failure(act: () => void): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return '';
}

describe('expectRequests', () => {
  it('should compare the log with a diagram when the scheduler flushes', () => {
    marbles().run(({ expectObservable }) => {
      const source = drawn();
      expectObservable(reflected(source), '^ 20ms !').toBe('------r', { r: { type: 'REPLACED', ...p } });

      expectRequests(source, expectObservable).toBe('(sl)--w------(cw)', letters);
    });
  });

  it('should show the differing request as a line', () => {
    const seen: unknown[] = [];
    new TestScheduler((actual, expected) => void seen.push(actual, expected)).run(({ expectObservable }) => {
      const source = drawn();
      after(2, source.list({ limit: 3, resourceVersion: '9' }));
      expectRequests(source, expectObservable).toBe('--l', letters);
    });
    const next = (value: string) => [{ frame: 2, notification: { kind: 'N', value, error: undefined } }];

    expect(seen).toEqual([next('list limit=3 resourceVersion=9'), next('list limit=500 no resourceVersion')]);
  });

  it('should compare immediately without a helper, and show two diagrams', () => {
    const source = drawn();
    marbles().run(({ expectObservable, flush }) => {
      expectObservable(reflected(source), '^ 20ms !');
      flush();
      expectRequests(source).toBe('(sl)--w------(cw)', letters);
    });

    expectRequests(source).toBe('(sl)--w------(cw)', letters);
    expect(() => expectRequests(source).toBe('(sl)--w', letters)).toThrow(MarbleAssertionError);
    expect(failure(() => expectRequests(source).toBe('(sl)--l------w', letters))).toMatch(
      /expected l \("list limit=500 .*\), received a \("watch resourceVersion=7 allowWatchBookmarks=true timeoutSeconds=\d+"\)/,
    );
  });

  it('should compare all requests to a cluster', () => {
    marbles().run(({ expectObservable }) => {
      const cluster = virtualCluster();
      after(1, cluster.collection('pods').create(pod('a')));
      after(3, cluster.collection('nodes').delete('a'));

      expectRequests(cluster, expectObservable).toBe('-c-d', {
        c: { verb: 'create', resource: 'pods', key: 'default/a' },
        d: { verb: 'delete', resource: 'nodes' },
      });
    });
  });

  it('should accept an empty log and an empty diagram', () => {
    marbles().run(({ expectObservable }) => {
      expectRequests(drawn(), expectObservable).toBe('', {});
      expectRequests(drawn()).toBe('----', {});
    });
  });

  it('should refuse an object without a log, and letters without a value', () => {
    expect(() => expectRequests({} as never)).toThrow(OptionsError);
    expect(() => expectRequests(drawn(), 3 as never)).toThrow(OptionsError);
    const wrong = (s: object) => () => expectRequests(drawn()).toBe('s', { s } as never);
    expect(wrong({ verb: 'lst' })).toThrow("expectRequests: s: verb must be 'list' or 'watch'");
    expect(wrong({})).toThrow(OptionsError);
    expect(wrong({ verb: 'watch', sendInitalEvents: true })).toThrow('sendInitalEvents');
    expect(() => expectRequests(drawn()).toBe('--x', letters)).toThrow('one of s, l, c, w');
  });
});
