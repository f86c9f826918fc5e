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
import { EMPTY, NEVER, Subject, throwError } from 'rxjs';
import { marbles } from '../support/marbles.ts';

const at = (key: string, resourceVersion: string, uid = `uid of ${key}`): KubeObject =>
  kubeObject(key, { metadata: { resourceVersion, uid } });
const [a1, a2, a3, b] = [at('a', '1'), at('a', '2'), at('a', '3', 'another'), at('b', '1')];
const list = (...items: KubeObject[]): ReflectorEvent<KubeObject> => ({
  type: 'REPLACED',
  items,
  resourceVersion: '9',
});
const events: Record<string, ReflectorEvent<KubeObject>> = {
  e: list(),
  l: list(a1, b),
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

  it('should refuse invalid arguments', () => {
    const things = informer(new Subject<ReflectorEvent<KubeObject>>());

    expect(() => select(undefined as never, 'a')).toThrow(OptionsError);
    expect(() => select({ store: null } as unknown as Informer<KubeObject>, 'a')).toThrow('select: informer');
    expect(() => select(things, 7 as never)).toThrow('select: key');
  });
});
