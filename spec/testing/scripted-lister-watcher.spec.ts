import { describe, expect, it } from '@jest/globals';
import { EMPTY, NEVER, of } from 'rxjs';
import { type KubeObject, type ListPage, OptionsError } from 'rx-informer';
import { kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const page = (resourceVersion: string): ListPage<KubeObject> => ({
  items: [kubeObject('a')],
  resourceVersion,
});

describe('scriptedListerWatcher', () => {
  it('should give the n-th request the n-th diagram, and later ones the last', () => {
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

  it('should remember what it was asked, when it was subscribed to', () => {
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

  it('should tell an error and stop when unsubscribed', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const diagram = cold<never>('---#');
      const source = scriptedListerWatcher({ list: [EMPTY], watch: [diagram] });

      expectObservable(source.watch()).toBe('---#');
      expectObservable(source.watch(), '^-!').toBe('---');
      expectSubscriptions(diagram.subscriptions).toBe(['^--!', '^-!']);
    });
  });

  it('should refuse an empty script', () => {
    expect(() => scriptedListerWatcher({ list: [], watch: [NEVER] })).toThrow(OptionsError);
    expect(() => scriptedListerWatcher(undefined as never)).toThrow(OptionsError);
    expect(() => scriptedListerWatcher({ list: [of(page('1'))], watch: [] })).toThrow('watch');
  });
});
