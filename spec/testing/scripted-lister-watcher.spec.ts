import { describe, expect, it } from '@jest/globals';
import { EMPTY, NEVER, type Observable, of } from 'rxjs';
import { type KubeObject, type ListPage, OptionsError, type WatchEvent } from 'rx-informer';
import { kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const page = (resourceVersion: string): ListPage<KubeObject> => ({
  items: [kubeObject('a')],
  resourceVersion,
});

describe('scriptedListerWatcher', () => {
  it('should answer the n-th request with the n-th diagram, and later requests with the last', () => {
    marbles().run(({ cold, expectObservable }) => {
      const [p, q] = [page('1'), page('2')];
      const source = scriptedListerWatcher({
        list: [cold('-p|', { p, q }), cold('q|', { p, q })],
        watch: [NEVER],
      });

      expectObservable(source.list(), '^--').toBe('-p|', { p, q });
      expectObservable(source.list(), '---^').toBe('---q|', { p, q });
      expectObservable(source.list(), '-----^').toBe('-----q|', { p, q });
    });
  });

  it('should record its requests when they are subscribed to', () => {
    const scheduler = marbles();
    scheduler.run(({ expectObservable, flush }) => {
      const source = scriptedListerWatcher({ list: [EMPTY], watch: [EMPTY] });
      const list$ = source.list({ limit: 5 });
      source.watch();

      expectObservable(list$, '--^').toBe('--|');
      flush();

      expect(source.requests).toEqual([{ at: 2, verb: 'list', options: { limit: 5 } }]);
    });
  });

  it('should emit an error, and stop when unsubscribed', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const diagram = cold<never>('---#');
      const source = scriptedListerWatcher({ list: [EMPTY], watch: [diagram] });

      expectObservable(source.watch()).toBe('---#');
      expectObservable(source.watch(), '^-!').toBe('---');
      expectSubscriptions(diagram.subscriptions).toBe(['^--!', '^-!']);
    });
  });

  it.each<[what: string, script: unknown, message: string]>([
    ['none', undefined, 'scriptedListerWatcher: script must be an object'],
    ['no lists', { list: [], watch: [NEVER] }, 'scriptedListerWatcher: list must be at least one observable'],
    ['lists that are not an array', { list: NEVER, watch: [NEVER] }, 'scriptedListerWatcher: list must be'],
    ['no watches', { list: [NEVER], watch: [] }, 'scriptedListerWatcher: watch must be at least one'],
    ['no stream', { list: [NEVER], watch: [NEVER], stream: [] }, 'scriptedListerWatcher: stream must be'],
    ['an old name', { list: [NEVER], watch: [NEVER], check: [NEVER] }, "did you mean 'probe'?"],
    ['no probe', { list: [NEVER], watch: [NEVER], probe: [] }, 'scriptedListerWatcher: probe must be'],
  ])('should refuse an empty script: %s', (_what, script, message) => {
    expect(() => scriptedListerWatcher(script as never)).toThrow(OptionsError);
    expect(() => scriptedListerWatcher(script as never)).toThrow(message);
  });

  describe('with a request for the version of the server', () => {
    const check = { limit: 1 };
    const bookmark = (resourceVersion: string, initialEventsEnd = false): WatchEvent<KubeObject> => ({
      type: 'BOOKMARK',
      resourceVersion,
      ...(initialEventsEnd && { initialEventsEnd }),
    });
    const added = (resourceVersion: string): WatchEvent<KubeObject> => ({
      type: 'ADDED',
      object: { metadata: { name: 'a', uid: 'a', resourceVersion } },
    });
    /** Lists and watches, and then requests the current resourceVersion. Returns the response to this last request. */
    const checked = (...events: readonly WatchEvent<KubeObject>[]): unknown => {
      const source = scriptedListerWatcher({ list: [of(page('5'))], watch: [of(...events)] });
      const answers: unknown[] = [];
      source.list().subscribe();
      source.watch().subscribe();
      source.list(check).subscribe((answer) => answers.push(answer));
      return answers;
    };

    it.each([
      ['the list', [], '5'],
      ['an event', [added('7')], '7'],
      ['a bookmark', [added('7'), bookmark('9')], '9'],
      ['the newest event', [added('7'), added('6'), bookmark('5')], '7'],
      ['the end of a streamed list, which may be older', [added('7'), bookmark('3', true)], '3'],
    ])('should answer with the version of %s, and without objects', (_what, events, resourceVersion) => {
      expect(checked(...events)).toEqual([{ items: [], resourceVersion }]);
    });

    it('should play a list before it has a version, and for any other list request', () => {
      const [p, q, r] = [page('1'), page('2'), page('3')];
      const source = scriptedListerWatcher({ list: [of(p), of(q), of(r)], watch: [EMPTY] });
      const answers: unknown[] = [];
      for (const options of [check, { limit: 1, resourceVersion: '0' }, { limit: 2 }, check]) {
        source.list(options).subscribe((answer) => answers.push(answer));
      }

      expect(answers).toEqual([p, q, r, { items: [], resourceVersion: '3' }]);
    });

    it('should play the checks of the script', () => {
      const [p, older] = [page('5'), { items: [], resourceVersion: '2' }];
      const source = scriptedListerWatcher({ list: [of(p)], watch: [EMPTY], probe: [of(older)] });
      const answers: unknown[] = [];
      source.list().subscribe();
      for (let nth = 0; nth < 2; nth++) source.list(check).subscribe((answer) => answers.push(answer));

      expect(answers).toEqual([older, older]);
    });

    it('should play streams separately if it has them, otherwise watches', () => {
      const [streamed, watched] = [bookmark('1', true), bookmark('2')];
      const answersOf = (stream?: readonly Observable<WatchEvent<KubeObject>>[]): unknown => {
        const source = scriptedListerWatcher({
          list: [EMPTY],
          watch: [of(watched)],
          ...(stream && { stream }),
        });
        const answers: unknown[] = [];
        source.watch({ sendInitialEvents: true }).subscribe((event) => answers.push(event));
        source.watch().subscribe((event) => answers.push(event));
        return answers;
      };

      expect(answersOf([of(streamed)])).toEqual([streamed, watched]);
      expect(answersOf()).toEqual([watched, watched]);
    });
  });
});
