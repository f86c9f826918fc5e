import { describe, expect, it } from '@jest/globals';
import { concatWith, delay, EMPTY, take, throwError } from 'rxjs';
import { type KubeObject, type ListPage, OptionsError, type WatchEvent } from 'rx-informer';
import { kubeObject, scriptedListerWatcher, withFaults } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const a: WatchEvent<KubeObject> = { type: 'ADDED', object: kubeObject('a') };
const p: ListPage<KubeObject> = { items: [], resourceVersion: '1' };

describe('withFaults', () => {
  it('should put operators on the lists, and on the n-th watch', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = scriptedListerWatcher({ list: [cold('p|', { p })], watch: [cold('-a-a-a', { a })] });
      const flaky = withFaults(source, {
        list: (pages$) => pages$.pipe(delay(2)),
        watch: (events$, nth) =>
          nth === 0 ? events$.pipe(take(2), concatWith(throwError(() => new Error('cut')))) : events$,
      });

      expectObservable(flaky.list()).toBe('--(p|)', { p });
      expectObservable(flaky.watch()).toBe('-a-(a#)', { a }, new Error('cut'));
      expectObservable(flaky.watch(), '^------!').toBe('-a-a-a', { a });
    });
  });

  it('should count the watches that are subscribed to', () => {
    const counted: number[] = [];
    const source = scriptedListerWatcher<KubeObject>({
      list: [throwError(() => new Error())],
      watch: [throwError(() => new Error())],
    });
    const flaky = withFaults(source, {
      watch: (events$, nth) => {
        counted.push(nth);
        return events$;
      },
    });
    const watch$ = flaky.watch();

    watch$.subscribe({ error: () => undefined });
    watch$.subscribe({ error: () => undefined });

    expect(counted).toEqual([0, 1]);
  });

  it('should refuse what is no source, and what is no operator', () => {
    const source = scriptedListerWatcher<KubeObject>({ list: [EMPTY], watch: [EMPTY] });

    expect(() => withFaults({} as never, {})).toThrow(OptionsError);
    expect(() => withFaults(source, { watch: 3 as never })).toThrow('watch');
  });

  it('should leave a source alone without faults', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = scriptedListerWatcher({ list: [cold('p|', { p })], watch: [cold('a|', { a })] });

      expectObservable(withFaults(source, {}).list()).toBe('p|', { p });
      expectObservable(withFaults(source, {}).watch()).toBe('a|', { a });
    });
  });
});
