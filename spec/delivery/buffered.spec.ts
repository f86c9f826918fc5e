import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { config, map, mergeAll, NEVER, of, Subject, take, tap, throwError, timer } from 'rxjs';
import {
  buffered,
  BufferOverflowError,
  type Change,
  type DeliveryMetrics,
  type DeliveryOptions,
  indexedStore,
  type KubeObject,
  OptionsError,
} from 'rx-informer';
import { marbles } from '../support/marbles.ts';
import { change, event, line } from '../support/things.ts';
import { until } from '../support/until.ts';
import { advanceMinute, stillClock, virtualTime } from '../support/virtual-time.ts';

type Batch = readonly Change<KubeObject>[];

const batch = (...texts: string[]): Batch => texts.map(change);
const batches: Record<string, Batch> = {
  a: batch('added a@1 watch'),
  b: batch('added b@2 watch'),
  u: batch('updated a@1 a@3 watch'),
  d: batch('deleted a@4 watch'),
  l: batch('added a@1 initial', 'added b@2 initial'),
};
const values = Object.fromEntries(
  Object.entries(batches).flatMap(([name, [one]]) => (one === undefined ? [] : [[name, line(one)]])),
);
const lines = map((one: Change<KubeObject>): string => line(one));

describe('buffered', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('should emit changes one by one, in the same frame', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('  -a-l----(ud)-|', batches);
      const e1subs = '  ^------------!';
      const expected = '-a-(ib)-(ud)-|';

      expectObservable(e1.pipe(buffered(), lines)).toBe(expected, {
        ...values,
        i: 'added a@1 initial',
        b: 'added b@2 initial',
      });
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should complete with an empty source', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' |', batches);
      const e1subs = '  (^!)';
      const expected = '|';

      expectObservable(e1.pipe(buffered())).toBe(expected);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should not emit while the source does not', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' -', batches);
      const e1subs = '  ^';
      const expected = '-';

      expectObservable(e1.pipe(buffered())).toBe(expected);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should emit an error after the buffered changes', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' -a-(bu#)', batches);
      const e1subs = '  ^--!';
      const expected = '-a-(bu#)';

      expectObservable(e1.pipe(buffered(), lines)).toBe(expected, values);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should emit nothing after an unsubscribe, and unsubscribe from source and notifier (G15)', () => {
    marbles().run(({ cold, hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('  -a---b----u---|', batches);
      const notifier = cold(' --x');
      const unsub = '   -------!       ';
      const e1subs = '  ^------!       ';
      const pacesubs = ['-^-!', '-----^-!'];
      const expected = '---a----        ';

      const result = e1.pipe(buffered({ notifier }), lines);

      expectObservable(result, unsub).toBe(expected, values);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
      expectSubscriptions(notifier.subscriptions).toBe(pacesubs);
    });
  });

  it('should make a new buffer for each subscription', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('   -a-b-|', batches);
      const first = '     ^-!         ';
      const second = '    ------^     ';
      const e1subs = [' ^-!', '------^----!'];

      const result = e1.pipe(buffered(), lines);

      expectObservable(result, first).toBe(' -a', values);
      expectObservable(result, second).toBe('-------a-b-|', values);
      expectSubscriptions(e1.subscriptions).toBe(e1subs.map((text) => text.trim()));
    });
  });

  describe('notifier', () => {
    it('should be subscribed to while the buffer holds changes, and deliver them at its first value', () => {
      marbles().run(({ cold, hot, expectObservable, expectSubscriptions }) => {
        const e1 = hot('  -a-b------u----|', batches);
        const notifier = cold(' ----x-x');
        const pacesubs = ['-^---!          ', '----------^---!'];
        const expected = '-----(ab)-----u|';

        expectObservable(e1.pipe(buffered({ notifier }), lines)).toBe(expected, values);
        expectSubscriptions(notifier.subscriptions).toBe(pacesubs);
      });
    });

    it('should be subscribed to again for changes that arrive during a delivery', () => {
      marbles().run(({ hot, expectObservable }) => {
        const store = indexedStore<KubeObject>();
        const e1 = hot('  -a---|', { a: event('Added', 'a@1') });
        const expected = '---a-(b|)';
        let written = 1;

        e1.subscribe(store);
        const result = store.batches$.pipe(
          buffered({ notifier: timer(2) }),
          tap(() => {
            if (written < 2) store.next(event('Updated', `a@${(written += 1)}`));
          }),
          lines,
        );

        expectObservable(result).toBe(expected, { a: 'added a@1 watch', b: 'updated a@1 a@2 watch' });
      });
    });

    it('should deliver the buffered changes before the completion or the error of the source', () => {
      marbles().run(({ cold, expectObservable }) => {
        const done = cold('  -a-b|', batches);
        const failed = cold('-a-b#', batches);
        const notifier = timer(9);

        expectObservable(done.pipe(buffered({ notifier }), lines)).toBe('  ----------(ab|)', values);
        expectObservable(failed.pipe(buffered({ notifier }), lines)).toBe('----------(ab#)', values);
      });
    });

    it('should deliver when it completes without a value, and fail when it fails', () => {
      marbles().run(({ cold, hot, expectObservable }) => {
        const e1 = hot('  -a-----b---|', batches);
        const bare = cold(' ---|');
        const expected = '----a-----b|';

        expectObservable(e1.pipe(buffered({ notifier: bare }), lines)).toBe(expected, values);
        expectObservable(e1.pipe(buffered({ notifier: throwError(() => new Error('notifier')) }))).toBe(
          '-#',
          {},
          new Error('notifier'),
        );
      });
    });

    it('should lose no change with a notifier that emits synchronously, for any writes in the meantime', async () => {
      const store = indexedStore<KubeObject>();
      const emitted: string[] = [];
      store.batches$.pipe(buffered({ notifier: of(1) }), lines).subscribe((text) => {
        emitted.push(text);
        if (emitted.length < 20_000) store.next(event('Updated', `a@${emitted.length + 1}`));
      });

      store.next(event('Added', 'a@1'));
      await until(() => emitted.length === 20_000);

      expect(emitted.at(-1)).toBe('updated a@19999 a@20000 watch');
    });

    it('should deliver in one frame of virtual time with a notifier that emits synchronously', () => {
      marbles().run(({ flush }) => {
        const written = new Subject<Batch>();
        let emitted = 0;
        written.pipe(buffered({ notifier: of(1) })).subscribe(() => {
          emitted += 1;
          if (emitted < 20_000) written.next(batch('added a@1 watch'));
        });

        written.next(batch('added a@1 watch'));
        flush();

        expect(emitted).toBe(20_000);
      });
    });

    it('should yield to the event loop, for any notifier (PF9)', async () => {
      const store = indexedStore<KubeObject>();
      let emitted = 0;
      store.batches$.pipe(buffered({ notifier: of(1) })).subscribe(() => {
        emitted += 1;
        const end = Date.now() + 1;
        while (Date.now() <= end);
        if (emitted < 60) store.next(event('Updated', `a@${emitted + 1}`));
      });

      store.next(event('Added', 'a@1'));
      const counts: number[] = [];
      while (emitted < 60) {
        await turn();
        counts.push(emitted);
      }

      // Ignores counts of 0. On a busy computer, the first task of the event loop can come before the first value.
      expect(counts.filter((count) => count > 0 && count < 60)).not.toEqual([]);
    });
  });

  describe('buffer', () => {
    const while10 = (buffer: DeliveryOptions['buffer'], source: string, expected: string): void => {
      marbles().run(({ cold, expectObservable }) => {
        const options = { notifier: timer(10), ...(buffer !== undefined && { buffer }) };
        expectObservable(cold(source, batches).pipe(buffered(options), lines)).toBe(expected, {
          ...values,
          n: 'added a@3 watch',
        });
      });
    };

    it('should keep all changes by default (B159)', () => {
      while10(undefined, '-a-u-d--|', '-----------(aud|)');
      while10('unbounded', '-a-u-d--|', '-----------(aud|)');
    });

    it('should keep the newest of each key with conflate; add and delete annihilate (G4, G5)', () => {
      while10('conflate', '-a-b-u--|', '-----------(nb|)');
      while10('conflate', '-a-b-d--|', '-----------(b|)');
    });

    it('should drop the oldest changes (G14)', () => {
      while10({ size: 2, overflow: 'drop-oldest' }, '-a-b-u--|', '-----------(bu|)');
    });

    it('should end only this subscription when it overflows (G13, G14)', () => {
      marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
        const e1 = hot('      -a-b-u-d-|', batches);
        const strictsubs = '  ^----!';
        const e1subs = '      ^--------!';
        const strict = '      -----#';
        const other = '       -a-b-u-d-|';

        const buffer = { size: 2, overflow: 'error' } as const;
        expectObservable(e1.pipe(buffered({ buffer, notifier: NEVER }))).toBe(
          strict,
          {},
          new BufferOverflowError(2),
        );
        expectObservable(e1.pipe(buffered(), lines)).toBe(other, values);
        expectSubscriptions(e1.subscriptions).toBe([strictsubs, e1subs]);
      });
    });
  });

  describe('metrics', () => {
    it('should emit after each slice the number and age of the buffered changes, and the number of conflated and dropped ones', () => {
      marbles().run(({ cold, expectObservable }) => {
        const emitted: DeliveryMetrics[] = [];
        const e1 = cold('-a-u--b--|', batches);
        const notifier = timer(4);
        const metrics = { next: (value: DeliveryMetrics) => emitted.push(value) };

        const result = e1.pipe(buffered({ buffer: 'conflate', notifier, metrics }), lines);

        expectObservable(result).toBe('-----n----(b|)', { ...values, n: 'added a@3 watch' });
        expectObservable(
          timer(20).pipe(
            map(() => emitted),
            mergeAll(),
          ),
        ).toBe('20ms (xy|)', {
          x: { pending: 0, age: 0, conflated: 1, dropped: 0 },
          y: { pending: 0, age: 0, conflated: 1, dropped: 0 },
        });
      });
    });

    it('should deliver when the observer throws, or has no next', async () => {
      const unhandled: unknown[] = [];
      config.onUnhandledError = (error) => {
        unhandled.push(error);
      };
      const emitted: string[] = [];
      const metrics = {
        next: () => {
          throw new Error('metrics');
        },
      };
      of(batch('added a@1 watch'))
        .pipe(buffered({ metrics }), buffering(), buffered({ metrics: {} }), lines)
        .subscribe((text) => emitted.push(text));

      await until(() => unhandled.length > 0 && emitted.length > 0);
      expect(emitted).toEqual(['added a@1 watch']);
      expect(unhandled).toEqual([new Error('metrics')]);
    });
  });

  describe('unsubscribed', () => {
    virtualTime();

    it('should emit nothing after an unsubscribe in the middle of a slice (G15)', async () => {
      const emitted: string[] = [];
      of(batch('added a@1 watch', 'added b@2 watch', 'added c@3 watch'))
        .pipe(
          buffered(),
          lines,
          tap((text) => emitted.push(text)),
          take(2),
        )
        .subscribe();
      const subscription = of(batch('added a@1 watch', 'added b@2 watch'))
        .pipe(buffered(), lines)
        .subscribe((text) => {
          emitted.push(`other ${text}`);
          subscription.unsubscribe();
        });

      await advanceMinute();

      expect(emitted).toEqual(['added a@1 watch', 'added b@2 watch', 'other added a@1 watch']);
    });
  });

  describe('in real time, within a slice', () => {
    stillClock();

    it('should wait for the end of the task, so that a burst conflates', async () => {
      const source = new Subject<Batch>();
      const emitted: string[] = [];
      source.pipe(buffered({ buffer: 'conflate' }), lines).subscribe((text) => emitted.push(text));

      source.next(batch('added a@1 watch'));
      source.next(batch('updated a@1 a@2 watch'));
      expect(emitted).toEqual([]);
      await Promise.resolve();

      expect(emitted).toEqual(['added a@2 watch']);
      source.next(batch('updated a@2 a@3 watch'));
      source.next(batch('updated a@3 a@4 watch'));
      expect(emitted).toHaveLength(1);
      await Promise.resolve();

      expect(emitted).toEqual(['added a@2 watch', 'updated a@2 a@4 watch']);
    });
  });

  describe('in real time', () => {
    it('should deliver during a chain of bursts that never leaves the microtasks', async () => {
      let turns = 0;
      let isOver = false;
      setImmediate(() => (isOver = true));
      const source = new Subject<Batch>();
      source.pipe(buffered({ notifier: of(1) })).subscribe(() => {
        turns += 1;
        const until = Date.now() + 1;
        while (Date.now() < until);
        if (!isOver && turns < 1000) source.next(batch('added a@1 watch'));
      });

      source.next(batch('added a@1 watch'));
      await until(() => isOver);

      expect(turns).toBeLessThan(1000);
    });

    it('should not delay or end other subscribers when one subscriber is slow or throws (G13)', async () => {
      const unhandled: unknown[] = [];
      config.onUnhandledError = (error) => {
        unhandled.push(error);
      };
      const source = new Subject<Batch>();
      const emitted: string[] = [];
      source.pipe(buffered(), lines).subscribe(() => {
        throw new Error('mine');
      });
      source.pipe(buffered({ notifier: NEVER }), lines).subscribe((text) => emitted.push(`never ${text}`));
      source.pipe(buffered(), lines).subscribe((text) => emitted.push(text));

      source.next(batch('added a@1 watch', 'added b@2 watch'));
      await until(() => emitted.length > 1 && unhandled.length > 1);

      expect(emitted).toEqual(['added a@1 watch', 'added b@2 watch']);
      expect(unhandled).toEqual([new Error('mine'), new Error('mine')]);
    });
  });

  it.each([
    { buffer: 'all' },
    { buffer: { size: 0, overflow: 'error' } },
    { buffer: { size: 2, overflow: 'drop-newest' } },
    { buffer: { size: 2 } },
    { notifier: 20 },
    { metrics: 'log' },
    { policy: 'conflate' },
  ])('should refuse %j', (options) => {
    expect(() => buffered(options as DeliveryOptions)).toThrow(OptionsError);
  });
});

/** Turns each change into a batch with one change. */
const buffering = () => map((one: Change<KubeObject>): Batch => [one]);
