import { describe, expect, it } from '@jest/globals';
import { concatWith, delay, EMPTY, take, throwError } from 'rxjs';
import { type KubeObject, type ListPage, OptionsError, type WatchEvent } from 'rx-informer';
import {
  dropConnection,
  duplicate,
  fakeControllerSource,
  kubeObject,
  scriptedListerWatcher,
  stallStream,
  withFaults,
} from 'rx-informer/testing';
import { marbles } from '../../support/marbles.ts';
import { events, pages } from './answers.ts';

const a: WatchEvent<KubeObject> = { type: 'ADDED', object: kubeObject('a') };
const p: ListPage<KubeObject> = { items: [], resourceVersion: '1' };

describe('withFaults() with faults', () => {
  it('should put the first fault nearest to the source', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = scriptedListerWatcher({ list: [cold('p|', pages)], watch: [cold('-a---b-|', events)] });
      expectObservable(withFaults(source, duplicate(), stallStream({ on: 'watch', after: 3 })).watch()).toBe(
        '-(aa)b',
        events,
      );
    });
  });

  it('should let a fault count only requests that the later faults pass', () => {
    const source = fakeControllerSource();
    const bad = withFaults(source, dropConnection({ nth: 2 }), dropConnection({ nth: 1 }));
    const failed = [1, 2, 3, 4].map(() => {
      let isFailed = false;
      bad.list().subscribe({ error: () => (isFailed = true) });
      return isFailed;
    });

    expect(failed).toEqual([true, false, true, false]);
    expect(source.requests).toHaveLength(2);
  });

  it('should start to count again for each source', () => {
    const fault = dropConnection({ nth: 1 });
    const errors: unknown[] = [];
    for (const bad of [fault(fakeControllerSource()), fault(fakeControllerSource())])
      bad.list().subscribe({ error: (error: unknown) => void errors.push(error) });

    expect(errors).toHaveLength(2);
  });

  it('should return the source itself without faults', () => {
    const source = fakeControllerSource();
    expect(withFaults(source)).toBe(source);
  });

  it('should throw for an invalid source or an invalid fault', () => {
    expect(() => withFaults({} as never)).toThrow(OptionsError);
    expect(() => withFaults(fakeControllerSource(), 'expire' as never)).toThrow(
      "withFaults: fault must be a fault, such as expire({ on: 'watch' }), or operators",
    );
  });
});

describe('withFaults() with operators', () => {
  it('should put operators on the lists, and on the n-th watch', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = scriptedListerWatcher({ list: [cold('p|', { p })], watch: [cold('-a-a-a', { a })] });
      const flaky = withFaults(source, {
        list: (pages$) => pages$.pipe(delay(2)),
        watch: (events$, index) =>
          index === 0 ? events$.pipe(take(2), concatWith(throwError(() => new Error('cut')))) : events$,
      });

      expectObservable(flaky.list()).toBe('--(p|)', { p });
      expectObservable(flaky.watch()).toBe('-a-(a#)', { a }, new Error('cut'));
      expectObservable(flaky.watch(), '^------!').toBe('-a-a-a', { a });
    });
  });

  it('should count only watches with a subscriber', () => {
    const counted: number[] = [];
    const source = scriptedListerWatcher<KubeObject>({
      list: [throwError(() => new Error())],
      watch: [throwError(() => new Error())],
    });
    const flaky = withFaults(source, {
      watch: (events$, index) => {
        counted.push(index);
        return events$;
      },
    });
    const watch$ = flaky.watch();

    watch$.subscribe({ error: () => undefined });
    watch$.subscribe({ error: () => undefined });

    expect(counted).toEqual([0, 1]);
  });

  it('should throw for an invalid source or an invalid operator', () => {
    const source = scriptedListerWatcher<KubeObject>({ list: [EMPTY], watch: [EMPTY] });

    expect(() => withFaults({} as never, {})).toThrow(OptionsError);
    expect(() => withFaults(source, { watch: 3 as never })).toThrow('watch');
  });

  it('should change nothing without an operator', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = scriptedListerWatcher({ list: [cold('p|', { p })], watch: [cold('a|', { a })] });

      expectObservable(withFaults(source, {}).list()).toBe('p|', { p });
      expectObservable(withFaults(source, {}).watch()).toBe('a|', { a });
    });
  });
});
