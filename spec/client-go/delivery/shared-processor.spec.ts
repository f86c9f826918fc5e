import { afterEach, describe, expect, it } from '@jest/globals';
import { config, map, NEVER, of, Subject, throwError, timer } from 'rxjs';
import { type Change, indexedStore, type KubeObject, OptionsError } from 'rx-informer';
import { type HandledChange, type SharedListener, sharedProcessor } from 'rx-informer/client-go';
import { marbles } from '../../support/marbles.ts';
import { change, event, line, replace } from '../../support/things.ts';
import { until } from '../../support/until.ts';

const batches: Record<string, readonly Change<KubeObject>[]> = {
  a: [change('added a@1 watch')],
  b: [change('added b@2 watch')],
  s: [change('updated a@1 a@1 resync')],
  m: [change('updated a@1 a@1 resync'), change('updated a@1 a@3 watch')],
};
const listener = (
  name: string,
  more: Partial<SharedListener<KubeObject>> = {},
): SharedListener<KubeObject> => ({
  handler: { name },
  ...more,
});
const two = [listener('one'), listener('two')];
const recorded = map(
  ({ handler, change: given }: HandledChange<KubeObject>) => `${handler.name} ${line(given)}`,
);
const values = {
  a: 'one added a@1 watch',
  A: 'two added a@1 watch',
  b: 'one added b@2 watch',
  B: 'two added b@2 watch',
  S: 'two updated a@1 a@1 resync',
  u: 'one updated a@1 a@3 watch',
  U: 'two updated a@1 a@3 watch',
};

describe('sharedProcessor', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('should call every handler with each change', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('  -a---b---|', batches);
      const e1subs = '  ^--------!';
      const expected = '-(aA)(bB)|';

      expectObservable(e1.pipe(sharedProcessor(two), recorded)).toBe(expected, values);
      expectSubscriptions(e1.subscriptions).toBe([e1subs, e1subs].map((text) => text.trim()));
    });
  });

  it('should call only the handlers that are due with a resync, and all with the other changes of its batch (B129, B133)', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  -s---m-----|', batches);
      const expected = '-S---(uSU)-|';

      const due = [listener('one'), listener('two', { shouldResync: () => true })];
      expectObservable(e1.pipe(sharedProcessor(due), recorded)).toBe(expected, values);
    });
  });

  it('should not let a slow handler delay the others (B158, B159)', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  -a---b------|', batches);
      const expected = '-A---B-a-----(b|)';

      const slow = { handler: { name: 'one', onAdd: () => timer(6) } };
      expectObservable(e1.pipe(sharedProcessor([slow, listener('two')]), recorded)).toBe(expected, values);
    });
  });

  it('should complete with an empty source', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold('|', batches).pipe(sharedProcessor(two))).toBe('|');
    });
  });

  it('should not complete with a source that never emits', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold('-', batches).pipe(sharedProcessor(two))).toBe('-');
    });
  });

  it('should emit the error of the source after the pending changes have been handled', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  -a-#', batches);
      const expected = '-A--(a#)';

      const slow = { handler: { name: 'one', onAdd: () => timer(3) } };
      expectObservable(e1.pipe(sharedProcessor([slow, listener('two')]), recorded)).toBe(expected, values);
    });
  });

  it('should stop all listeners when unsubscribed (G15)', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('  -a-------b', batches);
      const unsub = '   ------!';
      const e1subs = '  ^-----!';
      const expected = '-(aA)--';

      expectObservable(e1.pipe(sharedProcessor(two), recorded), unsub).toBe(expected, values);
      expectSubscriptions(e1.subscriptions).toBe([e1subs, e1subs].map((text) => text.trim()));
    });
  });

  it('should start again for each subscription', () => {
    marbles().run(({ cold, expectObservable }) => {
      const result = cold('-a|', batches).pipe(sharedProcessor([listener('one')]), recorded);

      expectObservable(result).toBe('-a|', values);
      expectObservable(result, '---^').toBe('----a|', values);
    });
  });

  it('should serve all initial listeners although the source completes synchronously', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(of(batches['a'] ?? []).pipe(sharedProcessor(of(...two)), recorded)).toBe(
        '(aA|)',
        values,
      );
    });
  });

  it('should accept listeners at any time, and unsubscribe from them when the source completes (B147)', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('   -a---b---|', batches);
      const more = hot(' o--t------', { o: two[0], t: two[1] } as Record<string, SharedListener<KubeObject>>);
      const moresubs = ' ^--------!';
      const expected = ' -a---(bB)|';

      expectObservable(e1.pipe(sharedProcessor(more), recorded)).toBe(expected.trim(), values);
      expectSubscriptions(more.subscriptions).toBe(moresubs.trim());
    });
  });

  it('should call a late handler with the stored objects, then with the changes that follow (B147, against B161)', () => {
    marbles().run(({ flush }) => {
      const store = indexedStore<KubeObject>();
      const calls: string[] = [];
      const late = new Subject<SharedListener<KubeObject>>();
      const subscription = store.batches$.pipe(sharedProcessor(late)).subscribe();
      store.next(replace('9', 'a@1'));
      late.next({
        handler: { onAdd: ({ metadata }, initial) => calls.push(`${metadata.name} ${String(initial)}`) },
      });
      store.next(event('Added', 'b@10'));
      flush();
      subscription.unsubscribe();

      expect(calls).toEqual(['a true', 'b false']);
    });
  });

  it('should end only the listener that is removed (B146)', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('     -a---b---|', batches);
      const removed = hot('---x');
      const expected = '   -(aA)B---|'.trim();

      const result = e1.pipe(sharedProcessor([listener('one', { removed }), listener('two')]), recorded);
      expectObservable(result).toBe(expected, values);
    });
  });

  it('should end only the listener whose buffer overflows, and call the onError of its handler (G13)', () => {
    const errors: string[] = [];
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  -a--b--a--b--|', batches);
      const expected = '-A--B--A--B--|';

      const onError = (error: Error): void => void errors.push(error.message);
      const handler = { name: 'one', onAdd: () => NEVER, onError };
      const small = { handler, buffer: { size: 1, overflow: 'error' } as const };
      expectObservable(e1.pipe(sharedProcessor([small, listener('two')]), recorded)).toBe(expected, values);
    });

    expect(errors).toEqual([expect.stringContaining('delivery of one threw: more than 1 changes wait')]);
  });

  it('should report the end of one listener as unhandled without onError', async () => {
    const unhandled: unknown[] = [];
    config.onUnhandledError = (error) => void unhandled.push(error);
    const notifier = throwError(() => new Error('no pace'));
    of(batches['a'] ?? [])
      .pipe(sharedProcessor([listener('one', { notifier })]))
      .subscribe();
    await until(() => unhandled.length > 0);

    expect(unhandled.map(String)).toEqual(['HandlerError: delivery of one threw: no pace']);
  });

  it.each([
    ['no listeners', undefined],
    ['an invalid handler', [{ handler: 1 }]],
    ['a listener without a handler', [{}]],
    ['an unknown option', [{ handler: {}, speed: 1 }]],
  ])('should refuse %s', (_what, given) => {
    expect(() => sharedProcessor(given as never)).toThrow(OptionsError);
  });

  it('should refuse listeners that are neither an array nor an Observable, also by type', () => {
    // @ts-expect-error: a Set is an ObservableInput
    expect(() => sharedProcessor(new Set([{ handler: {} }]))).toThrow(OptionsError);
  });

  it('should refuse a listener of an Observable as an error notification', () => {
    let error: unknown;
    NEVER.pipe(sharedProcessor(of({} as SharedListener<KubeObject>))).subscribe({
      error: (given: unknown) => (error = given),
    });

    expect(error).toBeInstanceOf(OptionsError);
  });
});
