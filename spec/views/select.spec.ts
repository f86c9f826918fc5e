import { describe, expect, it } from '@jest/globals';
import {
  compact,
  type Informer,
  informer,
  type KubeObject,
  OptionsError,
  type ReflectorEvent,
  select,
} from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { defer, EMPTY, filter, mergeMap, NEVER, noop, Subject, Subscription, throwError } from 'rxjs';
import { marbles } from '../support/marbles.ts';
import { listOf } from '../support/reflector-events.ts';
import { fc } from '../support/properties.ts';
import { textOf } from '../support/things.ts';

const at = (key: string, resourceVersion: string, uid = `uid of ${key}`): KubeObject =>
  kubeObject(key, { metadata: { resourceVersion, uid } });
const [a1, a2, a3, b] = [at('a', '1'), at('a', '2'), at('a', '3', 'another'), at('b', '1')];
const events: Record<string, ReflectorEvent<KubeObject>> = {
  e: listOf(),
  l: listOf(a1, b),
  m: { type: 'MODIFIED', object: a2 },
  n: { type: 'MODIFIED', object: a3 },
  d: { type: 'DELETED', object: a2 },
  o: { type: 'MODIFIED', object: at('b', '7') },
  r: { type: 'RESYNC' },
};
const failure = new Error('no');
const objects = { 1: a1, 2: a2, 3: a3, u: undefined };

describe('select', () => {
  it('should emit only the states of one object', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-o-m-d-|', events);
      const expected = '  -1---2-u-|';

      expectObservable(select(informer(e1), 'a')).toBe(expected, objects);
    });
  });

  it('should not emit for other objects when each read decodes an object', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-o-m-d-|', events);
      const expected = '  -1---2-u-|';

      expectObservable(select(informer(e1, { storage: compact() }), 'a')).toBe(expected, objects);
    });
  });

  it('should not read the store for changes of other objects (PF19)', () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const e1 = cold('   -l-o-m-|', events);
      const expected = '  -1---2-|';
      const { store, status$ } = informer(e1);
      const read: string[] = [];
      const get = (key: string): KubeObject | undefined => {
        read.push(key);
        return store.get(key);
      };
      const counted = Object.create(store, { get: { value: get } }) as typeof store;

      expectObservable(select({ store: counted, status$ }, 'a')).toBe(expected, objects);
      flush();
      expect(read.length).toBeLessThanOrEqual(4);
    });
  });

  it('should emit undefined once the absence is certain', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   ---e--l-|', events);
      const expected = '  ---u--1-|';

      expectObservable(select(informer(e1), 'a')).toBe(expected, objects);
    });
  });

  it('should emit another object with its name without an undefined in between (G6)', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-n-|', events);
      const expected = '  -1-3-|';

      expectObservable(select(informer(e1), 'a')).toBe(expected, objects);
    });
  });

  it('should emit the current state to a late subscriber', () => {
    marbles().run(({ hot, expectObservable }) => {
      const things = informer(hot('-l-m-d---', events));
      expectObservable(select(things, 'a'), '^--------!').toBe('-1-2-u---', objects);
      expectObservable(select(things, 'a'), '----^----!').toBe('----2u---', objects);
      expectObservable(select(things, 'a'), '------^--!').toBe('------u--', objects);
    });
  });

  it('should emit undefined for an empty list', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(select(informer(EMPTY), 'a')).toBe('|');
    });
  });

  it('should not emit for a source that never emits', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(select(informer(NEVER), 'a')).toBe('-');
    });
  });

  it('should emit the error of the source', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(select(informer(throwError(() => failure)), 'a')).toBe('#', objects, failure);
      expectObservable(select(informer(cold('-l-#', events, 'no')), 'a')).toBe('-1-#', objects, 'no');
    });
  });

  it.each([
    ['a store', {}],
    ['a compact store', { storage: compact() }],
  ])('should emit the changed content of %s after a restore, at the same version', (_, options) => {
    marbles().run(({ cold, expectObservable }) => {
      const other = { ...a1, data: { v: 'other' } };
      const restored: ReflectorEvent<KubeObject> = {
        type: 'REPLACED',
        items: [other, b],
        resourceVersion: '5',
        versionsReset: true,
      };
      const e1 = cold('   -l-s-r-|', { ...events, s: restored });
      const expected = '  -1-2---|';

      expectObservable(select(informer(e1, options), 'a')).toBe(expected, { 1: a1, 2: other });
    });
  });

  it('should stop the informer at an early unsubscribe', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('   -l-m-d-|', events);
      const unsub = '     ----!';
      const expected = '  -1-2-';

      expectObservable(select(informer(e1, { resetDelay: 0 }), 'a'), unsub).toBe(expected, objects);
      expectSubscriptions(e1.subscriptions).toBe('^---!');
    });
  });

  it('should emit the known state, then the new one, to a second subscription', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('                      -l-m-d--', events);
      const one = select(informer(e1, { resetDelay: 0 }), 'a');

      expectObservable(one, '                ^---!').toBe('-1-2', objects);
      expectObservable(one, '                ------^-----!').toBe('------21-2-u', objects);
    });
  });

  it('should read each batch once for a thousand selects, and emit only to those of the changed keys (PF19)', () => {
    const source = new Subject<ReflectorEvent<KubeObject>>();
    const things = informer(source);
    const emitted: string[] = [];
    const watched = Array.from({ length: 1_000 }, (_, nth) => `k${nth}`);
    let subscriptions = 0;
    const batches$ = defer(() => {
      subscriptions += 1;
      return things.store.batches$;
    });
    const store = Object.create(things.store, { batches$: { value: batches$ } }) as typeof things.store;
    for (const key of watched)
      select({ ...things, store }, key).subscribe((object) => emitted.push(object ? textOf(object) : key));
    marbles().run(() => source.next(listOf(...watched.map((key) => at(key, '1')))));
    const first = emitted.splice(0).length;
    source.next({ type: 'MODIFIED', object: at('k7', '2') });
    source.next({ type: 'MODIFIED', object: at('other', '3') });

    expect(first).toBe(1_000);
    expect(emitted).toEqual(['k7@2']);
    expect(subscriptions).toBe(0);
  });

  it.each([
    ['a store', {}],
    ['a compact store', { storage: compact() }],
  ])('should emit a state of %s once to a subscriber that subscribes during its batch', (_, options) => {
    const source = new Subject<ReflectorEvent<KubeObject>>();
    const things = informer(source, options);
    const emitted: (string | undefined)[] = [];
    select(things, 'b').subscribe();
    const nested$ = things.store.batches$.pipe(
      filter((batch) => batch.some(({ type }) => type === 'updated')),
      mergeMap(() => select(things, 'a')),
    );
    nested$.subscribe((object) => emitted.push(object && textOf(object)));
    marbles().run(() => source.next(listOf(a1, b)));
    source.next({ type: 'MODIFIED', object: a2 });

    expect(emitted).toEqual(['a@2']);
  });

  it('should emit the same for a store without routing, in random histories', () => {
    const keys = ['a', 'b', 'c'];
    const aStep = fc.oneof(
      fc.record({
        type: fc.constantFrom('MODIFIED' as const, 'DELETED' as const),
        key: fc.constantFrom(...keys),
        uid: fc.constantFrom('1', '2'),
      }),
      fc.record({ type: fc.constant('REPLACED' as const), keys: fc.subarray(keys) }),
      fc.constant({ type: 'RESYNC' as const }),
      fc.record({ type: fc.constant('subscribe' as const), key: fc.constantFrom(...keys) }),
      fc.record({ type: fc.constant('unsubscribe' as const), key: fc.constantFrom(...keys) }),
    );
    type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 30 }), fc.boolean(), fc.boolean(), (steps, packed, fails) => {
        const source = new Subject<ReflectorEvent<KubeObject>>();
        const things = informer(source, { resetDelay: 0, ...(packed && { storage: compact() }) });
        const unrouted = Object.create(things.store, {
          changesOf: { value: undefined },
        }) as typeof things.store;
        const running = things.store.batches$.subscribe({ error: noop });
        const received: [string[], string[]] = [[], []];
        const active = new Map<string, Subscription>();
        const subscribe = (key: string): void => {
          active.get(key)?.unsubscribe();
          const both = new Subscription();
          active.set(key, both);
          for (const [which, store] of [things.store, unrouted].entries()) {
            const lines = received[which] ?? [];
            both.add(
              select({ ...things, store }, key).subscribe({
                next: (object) => lines.push(`${key}: ${object ? textOf(object) : 'none'}`),
                error: () => lines.push(`${key}: error`),
                complete: () => lines.push(`${key}: complete`),
              }),
            );
          }
        };

        let version = 0;
        const perform = (step: Step): void => {
          version += 1;
          if (step.type === 'subscribe') subscribe(step.key);
          else if (step.type === 'unsubscribe') active.get(step.key)?.unsubscribe();
          else if (step.type === 'RESYNC') source.next(step);
          else if (step.type === 'REPLACED')
            source.next({
              ...step,
              items: step.keys.map((key) => at(key, `${version}`)),
              resourceVersion: `${version}`,
            });
          else source.next({ type: step.type, object: at(step.key, `${version}`, step.uid) });
        };
        // In virtual time the store applies a list synchronously.
        marbles().run(() => steps.forEach(perform));
        if (fails) source.error(failure);
        else source.complete();
        running.unsubscribe();

        // Selects of different keys may emit in another order.
        const [routed, naive] = received.map((lines) =>
          keys.map((key) => lines.filter((text) => text.startsWith(key))),
        );
        expect(routed).toEqual(naive);
      }),
      { numRuns: 300 },
    );
  });

  it('should refuse invalid arguments', () => {
    const things = informer(new Subject<ReflectorEvent<KubeObject>>());

    expect(() => select(undefined as never, 'a')).toThrow(OptionsError);
    expect(() => select({ store: null } as unknown as Informer<KubeObject>, 'a')).toThrow('select: informer');
    expect(() => select(things, 7 as never)).toThrow('select: key');
  });
});
