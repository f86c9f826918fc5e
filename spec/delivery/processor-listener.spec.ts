import { afterEach, describe, expect, it } from '@jest/globals';
import { config, defer, EMPTY, map, NEVER, of, Subject, throwError, timer } from 'rxjs';
import {
  type Change,
  type DeliveryMetrics,
  type HandlerError,
  indexedStore,
  type KubeObject,
  OptionsError,
  processorListener,
  type ResourceEventHandler,
} from 'rx-informer';
import { marbles } from '../support/marbles.ts';
import { change, event, line, replace, textOf } from '../support/things.ts';
import { advanceMinute, advanceUntil, virtualTime } from '../support/virtual-time.ts';

virtualTime();

type Batch = readonly Change<KubeObject>[];

const batch = (...texts: string[]): Batch => texts.map(change);
const batches: Record<string, Batch> = {
  a: batch('added a@1 watch'),
  b: batch('added b@2 watch'),
  u: batch('updated a@1 a@3 watch'),
  d: batch('deleted a@4 watch'),
};
const values = Object.fromEntries(
  Object.entries(batches).flatMap(([name, [one]]) => (one === undefined ? [] : [[name, line(one)]])),
);
const lines = map((one: Change<KubeObject>): string => line(one));

/** Returns a handler that records each call. */
function noting(calls: string[], wait?: () => unknown): ResourceEventHandler<KubeObject> {
  return {
    onAdd(object, isInInitialList) {
      calls.push(`add ${textOf(object)}${isInInitialList ? ' initial' : ''}`);
      return wait?.();
    },
    onUpdate(old, object) {
      calls.push(`update ${textOf(old)} ${textOf(object)}`);
      return wait?.();
    },
    onDelete(object, finalStateKnown) {
      calls.push(`delete ${textOf(object)}${finalStateKnown ? '' : ' unknown'}`);
      return wait?.();
    },
  };
}

describe('processorListener', () => {
  const unhandled: unknown[] = [];

  afterEach(() => {
    config.onUnhandledError = null;
    unhandled.length = 0;
  });

  const listenForUnhandled = (): void => {
    config.onUnhandledError = (error) => {
      unhandled.push(error);
    };
  };

  it('should call the handler, then emit, one change at a time, in order (B158)', () => {
    const calls: string[] = [];

    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('  -a-(bu)-d-|', batches);
      const e1subs = '  ^---------!';
      const expected = '-a-(bu)-d-|';

      expectObservable(e1.pipe(processorListener(noting(calls)), lines)).toBe(expected, values);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });

    expect(calls).toEqual(['add a@1', 'add b@2', 'update a@1 a@3', 'delete a@4']);
  });

  it('should complete with an empty source', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' |', batches);
      const e1subs = '  (^!)';
      const expected = '|';

      expectObservable(e1.pipe(processorListener({}))).toBe(expected);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should not emit while the source does not', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' -', batches);
      const e1subs = '  ^';
      const expected = '-';

      expectObservable(e1.pipe(processorListener({}))).toBe(expected);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should wait for the Observable of the handler before it emits and handles the next change', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('  -ab-----u---|', batches);
      const expected = '----a--b---u|';

      expectObservable(e1.pipe(processorListener(noting([], () => timer(3))), lines)).toBe(expected, values);
    });
  });

  it('should complete after the buffered changes have been handled', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('  -ab|', batches);
      const e1subs = '   ^--!';
      const expected = '----a--(b|)';

      expectObservable(e1.pipe(processorListener(noting([], () => timer(3))), lines)).toBe(expected, values);
      expectSubscriptions(e1.subscriptions).toBe(e1subs.trim());
    });
  });

  it('should emit an error after the buffered changes have been handled', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('  -ab#', batches);
      const expected = '----a--(b#)';

      expectObservable(e1.pipe(processorListener(noting([], () => timer(3))), lines)).toBe(expected, values);
    });
  });

  it('should drop the buffered changes, and unsubscribe from the Observable of the handler, at an unsubscribe (B157, G15)', () => {
    const calls: string[] = [];

    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('    -ab---u--|', batches);
      const work = cold('  ---x|');
      const unsub = '      ------!';
      const e1subs = '     ^-----!';
      const worksubs = [' -^---!', '-----^!'];
      const expected = '   -----a-';

      const result = e1.pipe(processorListener(noting(calls, () => work)), lines);

      expectObservable(result, unsub).toBe(expected, values);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
      expectSubscriptions(work.subscriptions).toBe(worksubs.map((text) => text.trim()));
    });

    expect(calls).toEqual(['add a@1', 'add b@2']);
  });

  it('should start again for each subscription', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('  -a-b|', batches);
      const first = '    ^-!      ';
      const second = '   -----^   ';

      const result = e1.pipe(processorListener({}), lines);

      expectObservable(result, first).toBe(' -a', values);
      expectObservable(result, second).toBe('------a-b|', values);
    });
  });

  it('should report which objects are initial, and whether the final state of a delete is known (B116, B161)', () => {
    const calls: string[] = [];

    marbles().run(({ expectObservable }) => {
      const source = of(
        batch('added a@1 initial', 'added b@2 replay', 'added c@3 watch', 'added d@4 relist'),
        batch('deleted a@1 unknown relist', 'deleted b@5 watch', 'updated c@3 c@3 resync'),
      );

      expectObservable(source.pipe(processorListener(noting(calls)), lines)).toBe('(abcdefg|)', {
        a: 'added a@1 initial',
        b: 'added b@2 replay',
        c: 'added c@3 watch',
        d: 'added d@4 relist',
        e: 'deleted a@1 unknown relist',
        f: 'deleted b@5 watch',
        g: 'updated c@3 c@3 resync',
      });
    });

    expect(calls).toEqual([
      'add a@1 initial',
      'add b@2 initial',
      'add c@3',
      'add d@4',
      'delete a@1 unknown',
      'delete b@5',
      'update c@3 c@3',
    ]);
  });

  it('should call methods on the handler, and skip absent ones (B166)', () => {
    class Handler implements ResourceEventHandler<KubeObject> {
      readonly added: string[] = [];
      onAdd(object: KubeObject): void {
        this.added.push(textOf(object));
      }
    }
    const handler = new Handler();

    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('  -a-u-b-d|', batches);
      const expected = '-a-u-b-d|';

      expectObservable(e1.pipe(processorListener(handler), lines)).toBe(expected, values);
    });

    expect(handler.added).toEqual(['a@1', 'b@2']);
  });

  it('should buffer changes by its policy while the handler works, and emit the metrics', () => {
    const emitted: DeliveryMetrics[] = [];
    const calls: string[] = [];

    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('  -a-b-u---d|', batches);
      const expected = '-----------a---------b---------(d|)';
      const metrics = { next: (value: DeliveryMetrics) => emitted.push(value) };

      const result = e1.pipe(
        processorListener(
          noting(calls, () => timer(10)),
          { buffer: 'conflate', metrics },
        ),
        lines,
      );

      expectObservable(result).toBe(expected, values);
    });

    expect(calls).toEqual(['add a@1', 'add b@2', 'delete a@4']);
    expect(emitted).toEqual([
      { pending: 0, age: 0, conflated: 0, dropped: 0 },
      { pending: 1, age: 6, conflated: 1, dropped: 0 },
      { pending: 0, age: 0, conflated: 1, dropped: 0 },
      { pending: 0, age: 0, conflated: 1, dropped: 0 },
    ]);
  });

  it('should call onError with the error of a method, count the change as handled, and continue (G13, against B152 and B153)', async () => {
    listenForUnhandled();
    const errors: HandlerError[] = [];
    const emitted: string[] = [];
    const boom = new Error('boom');
    const ways: (() => unknown)[] = [
      () => {
        throw boom;
      },
      () => Promise.reject(boom),
      () => throwError(() => boom),
    ];
    const handler: ResourceEventHandler<KubeObject> = {
      ...noting([], () => ways.shift()?.()),
      onError: (error) => errors.push(error),
    };

    of(batch('added a@1 watch', 'updated a@1 a@2 watch', 'deleted a@3 watch', 'added b@4 watch'))
      .pipe(processorListener(handler), lines)
      .subscribe((text) => emitted.push(text));
    await advanceUntil(() => emitted.length > 3);
    await advanceMinute();

    expect(emitted).toEqual([
      'added a@1 watch',
      'updated a@1 a@2 watch',
      'deleted a@3 watch',
      'added b@4 watch',
    ]);
    expect(errors.map(({ where, key, cause }) => [where, key, cause])).toEqual([
      ['onAdd', 'a', boom],
      ['onUpdate', 'a', boom],
      ['onDelete', 'a', boom],
    ]);
    expect(unhandled).toEqual([]);
  });

  it("should report the error as RxJS's unhandled error without onError, and the error of onError as well", async () => {
    listenForUnhandled();
    const throwing = (): never => {
      throw new Error('boom');
    };
    const handlers: ResourceEventHandler<KubeObject>[] = [
      { onAdd: throwing },
      { onAdd: throwing, onError: () => throwing() },
    ];

    for (const handler of handlers) of(batch('added a@1 watch')).pipe(processorListener(handler)).subscribe();
    await advanceUntil(() => unhandled.length > 1);

    expect(unhandled.map(String)).toEqual([
      'HandlerError: onAdd of throwing threw for a: boom',
      'Error: boom',
    ]);
  });

  it('should wait for promises, and for Observables of any copy of RxJS (PF18)', async () => {
    const calls: string[] = [];
    const subject = new Subject<void>();
    const results: unknown[] = [Promise.resolve(), subject, EMPTY, 7, { then: 'no function' }, null];
    const emitted: string[] = [];

    of(batch(...'abcdef'.split('').map((name, at) => `added ${name}@${at + 1} watch`)))
      .pipe(processorListener(noting(calls, () => results.shift())), lines)
      .subscribe((text) => emitted.push(text));
    await advanceUntil(() => calls.length > 1);
    await advanceMinute();
    expect(calls).toEqual(['add a@1', 'add b@2']);
    expect(emitted).toEqual(['added a@1 watch']);

    subject.complete();
    await advanceMinute();
    expect(calls).toHaveLength(6);
    expect(emitted).toHaveLength(6);
  });

  it('should call nothing after a handler has unsubscribed (G15)', async () => {
    const calls: string[] = [];
    const wasObserved: boolean[] = [];
    const work = new Subject<void>();
    const subscription = of(batch('added a@1 watch', 'added b@2 watch'))
      .pipe(
        processorListener(
          noting(calls, () => {
            subscription.unsubscribe();
            return defer(() => {
              wasObserved.push(true);
              return work;
            });
          }),
        ),
      )
      .subscribe(() => calls.push('emitted'));

    await advanceUntil(() => calls.length > 0);
    await advanceMinute();

    expect(calls).toEqual(['add a@1']);
    expect(wasObserved).toEqual([]);
  });

  it('should not delay other subscribers when a handler never completes (G13)', async () => {
    const store = indexedStore<KubeObject>();
    const stuck: string[] = [];
    const other: string[] = [];
    store.batches$.pipe(processorListener(noting(stuck, () => NEVER))).subscribe();
    store.batches$.pipe(processorListener(noting(other))).subscribe();

    store.next(replace('2', 'a@1', 'b@2'));
    store.next(event('Updated', 'a@3'));
    await advanceUntil(() => other.length > 2);
    await advanceMinute();

    expect(stuck).toEqual(['add a@1 initial']);
    expect(other).toEqual(['add a@1 initial', 'add b@2 initial', 'update a@1 a@3']);
  });

  it.each([[null], ['log'], [() => undefined], [{ onAdd: 'log' }], [{ onError: 1 }]])(
    'should refuse the handler %p',
    (handler) => {
      expect(() => processorListener(handler as never)).toThrow(OptionsError);
    },
  );

  it('should refuse wrong options', () => {
    expect(() => processorListener({}, { buffer: 'all' } as never)).toThrow(OptionsError);
  });
});

describe('listen', () => {
  it('should report how many initial changes are pending, also when handlers fail (B149, against B153)', () => {
    const left: number[] = [];

    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('  -l-d-----|', {
        l: batch('added a@1 initial', 'added b@2 initial', 'added c@3 initial'),
        d: batch('updated a@1 a@4 watch', 'deleted c@5 watch'),
      });
      const expected = '-----------a---------b---------(u|)';

      const result = e1.pipe(
        processorListener(
          noting([], () => timer(10)),
          { buffer: 'conflate' },
          { onInitialPending: (count) => void left.push(count) },
        ),
        lines,
      );

      expectObservable(result).toBe(expected, {
        a: 'added a@1 initial',
        b: 'added b@2 initial',
        u: 'updated a@1 a@4 watch',
      });
    });

    expect(left).toEqual([3, 2, 1, 0]);
  });
});
