import { describe, expect, it, jest } from '@jest/globals';
import { map, of } from 'rxjs';
import type { Change, KubeObject } from 'rx-informer';
import { backpressure } from '../../../src/cli/follow/backpressure.ts';
import { createBacklog } from '../../../src/cli/machine/backlog.ts';
import { marbles } from '../../support/marbles.ts';

const metadata = { name: 'a', uid: 'u', resourceVersion: '1' };
const change: Change<KubeObject> = { type: 'added', key: 'a', object: { metadata }, cause: 'initial' };
const batch = (size: number): readonly Change<KubeObject>[] => Array.from({ length: size }, () => change);
const batches = { l: batch(10_000), e: batch(1) };
const large: Change<KubeObject> = {
  ...change,
  object: { metadata: { ...metadata, annotations: { note: 'x'.repeat(10_000_000) } } },
  cause: 'watch',
};
const ignored = (): void => undefined;

describe('backpressure', () => {
  it('should close when much is pending and the reader does not read, and open when most is written', () => {
    marbles().run(({ cold, expectObservable }) => {
      const received: string[] = [];
      const pressure = backpressure(
        createBacklog(),
        (waiting) => received.push(`${waiting} wait`),
        () => received.push('go on'),
      );
      cold('l 2s e', batches).pipe(pressure.arriving()).subscribe();
      cold('3s (www)')
        .pipe(map(() => batch(3_001).forEach(() => pressure.written())))
        .subscribe();

      expectObservable(pressure.open$).toBe('t 2s f 998ms t', { t: true, f: false });
      expectObservable(cold('4s x|').pipe(map(() => [...received]))).toBe('4s x|', {
        x: ['10001 wait', 'go on'],
      });
    });
  });

  it('should close immediately when large changes are pending, even if one is written each second', () => {
    marbles().run(({ cold, expectObservable }) => {
      const pressure = backpressure(createBacklog(), ignored, ignored);
      cold('999ms b 999ms c 999ms c', { b: [large, large, large], c: [large, large, large, large] })
        .pipe(pressure.arriving())
        .subscribe();
      cold('1500ms w 999ms w 999ms (wwwwwwwww)')
        .pipe(map(() => pressure.written()))
        .subscribe();

      expectObservable(pressure.open$).toBe('t 2998ms f 500ms t', { t: true, f: false });
    });
  });

  /** Returns two paused collections. Also records the values that the second collection emits. */
  const twoPaused = () => {
    const said: string[] = [];
    const backlog = createBacklog();
    const first = backpressure(backlog, ignored, ignored);
    const second = backpressure(backlog, ignored, () => said.push('resumed'));
    second.open$.subscribe((open) => said.push(open ? 'open' : 'closed'));
    of([large, large, large, large]).pipe(first.arriving()).subscribe();
    of([large, large, large]).pipe(second.arriving()).subscribe();
    expect(said).toEqual(['open', 'closed']);
    return { backlog, first, second, said };
  };

  it('should count the pending changes of all collections of an output together, without those of an ended collection', () => {
    marbles().run(({ flush }) => {
      const { backlog, first, second, said } = twoPaused();

      first.leave();
      for (let written = 0; written < 3; written++) second.written();
      flush();
      expect(said).toEqual(['open', 'closed', 'resumed', 'open']);
      expect(backlog.size).toBe(0);
    });
  });

  it('should count a shape of objects once for all collections of an output', () => {
    const backlog = createBacklog();
    const arrived = jest.spyOn(backlog, 'arrived');
    const watched: Change<KubeObject> = { ...change, cause: 'watch' };
    for (let collection = 0; collection < 3; collection++)
      of([watched])
        .pipe(backpressure(backlog, ignored, ignored).arriving())
        .subscribe();
    const [first = 0, second = 0, third] = arrived.mock.calls.map(([, bytes]) => bytes);

    expect(first - second).toBeGreaterThanOrEqual(4 * 450);
    expect(third).toBe(second);
  });

  it('should leave nothing pending for a collection whose changes are partly written', () => {
    const backlog = createBacklog();
    const left = jest.spyOn(backlog, 'remove');
    const arrived = jest.spyOn(backlog, 'arrived');
    const pressure = backpressure(backlog, ignored, ignored);
    const watched: Change<KubeObject> = { ...change, cause: 'watch' };
    of([watched, watched, watched]).pipe(pressure.arriving()).subscribe();
    pressure.written();
    pressure.leave();
    const sum = (calls: readonly (readonly number[])[], at: number): number =>
      calls.reduce((all, call) => all + (call[at] ?? 0), 0);

    expect(backlog.size).toBe(0);
    expect(sum(left.mock.calls, 1)).toBe(sum(arrived.mock.calls, 1));
  });

  it('should resume none of the remaining collections in the same task', () => {
    marbles().run(({ flush }) => {
      const { first, second, said } = twoPaused();

      first.leave();
      second.leave();
      flush();
      expect(said).toEqual(['open', 'closed']);
    });
  });

  it('should pass every batch unchanged', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const pressure = backpressure(createBacklog(), ignored, ignored);
      const e1 = cold('l-e-|', batches);
      expectObservable(e1.pipe(pressure.arriving())).toBe('l-e-|', batches);
      expectObservable(e1.pipe(pressure.arriving()), '--^-!').toBe('--l-', batches);
      expectSubscriptions(e1.subscriptions).toBe(['^---!', '--^-!']);
      expectObservable(cold<typeof batches.l>('#').pipe(pressure.arriving())).toBe('#');
      expectObservable(cold<typeof batches.l>('-').pipe(pressure.arriving())).toBe('-');
    });
  });
});
