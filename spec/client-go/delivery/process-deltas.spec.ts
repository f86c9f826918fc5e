import { describe, expect, it, jest } from '@jest/globals';
import { EMPTY, lastValueFrom, map, of, take, throwError } from 'rxjs';
import {
  type HandlerError,
  keyOf,
  type KubeObject,
  OptionsError,
  type ResourceEventHandler,
} from 'rx-informer';
import { newDeltaFIFO, newRealFIFO, newStore, processDeltas } from 'rx-informer/client-go';
import { marbles } from '../../support/marbles.ts';
import { event, replace, textOf, thing } from '../../support/things.ts';

/** A handler that records its calls. For each call, it also records the objects in the store. */
function listener(): {
  readonly store: ReturnType<typeof newStore<KubeObject>>;
  readonly handler: ResourceEventHandler<KubeObject>;
  readonly recorded: string[];
} {
  const store = newStore();
  const recorded: string[] = [];
  const note = (text: string): void => void recorded.push(`${text} | ${store.list().map(textOf).join(' ')}`);
  return {
    store,
    recorded,
    handler: {
      onAdd: (object, isInInitialList) => note(`add ${textOf(object)} ${isInInitialList}`),
      onUpdate: (old, object) => note(`update ${textOf(old)} ${textOf(object)}`),
      onDelete: (object, isKnown) => note(`delete ${textOf(object)} ${isKnown}`),
    },
  };
}

describe('processDeltas', () => {
  it('should derive the changes from the store, and store them before the calls (B112, B113)', () => {
    const { store, handler, recorded } = listener();
    processDeltas(event('Updated', 'a@1'), store, handler);
    processDeltas(event('Added', 'a@2'), store, handler);
    processDeltas(event('Deleted', 'a@3'), store, handler);

    expect(recorded).toEqual(['add a@1 false | a@1', 'update a@1 a@2 | a@2', 'delete a@3 true | ']);
  });

  it.each(['atomic', 'by key'])(
    'should make the calls of a list: deletes, then in its order; %s (B114, B115, B116)',
    (form) => {
      const { store, handler, recorded } = listener();
      const fifo = newRealFIFO<KubeObject>(
        form === 'atomic' ? { atomicEvents: true } : { knownObjects: store },
      );
      const processAll = (): void => {
        while (fifo.length > 0) {
          const process = (deltas: Parameters<typeof processDeltas<KubeObject>>[0]): unknown =>
            processDeltas(deltas, store, handler);
          fifo.popBatch(process, process).subscribe();
        }
      };
      fifo.replace(['1@1', '2@1', '3@1'].map(thing), '1');
      processAll();
      expect(recorded.map((line) => line.replace(/ \|.*/, ''))).toEqual([
        'add 1@1 true',
        'add 2@1 true',
        'add 3@1 true',
      ]);
      recorded.length = 0;
      fifo.replace(['1@2', '2@2', '4@2'].map(thing), '2');
      processAll();

      expect(recorded).toEqual([
        'delete 3@1 false | 1@2 2@2 4@2',
        'update 1@1 1@2 | 1@2 2@2 4@2',
        'update 2@1 2@2 | 1@2 2@2 4@2',
        'add 4@2 false | 1@2 2@2 4@2',
      ]);
    },
  );

  it('should not call the handler for the delete of an unknown object or an unchanged object of a list (Q10, Q16)', () => {
    const { store, handler, recorded } = listener();
    processDeltas(replace('1', 'a@1'), store, handler);
    recorded.length = 0;
    processDeltas(replace('2', 'a@1'), store, handler);
    processDeltas(event('Deleted', 'b@2'), store, handler);

    expect(recorded).toEqual([]);
  });

  it('should call onDelete and onAdd for an object with another uid (Q20, against B126)', () => {
    const { store, handler, recorded } = listener();
    processDeltas(event('Added', 'a@1#u1'), store, handler);
    processDeltas(event('Updated', 'a@2#u2'), store, handler);

    expect(recorded.slice(1)).toEqual(['delete a@1#u1 false | a@2#u2', 'add a@2#u2 false | a@2#u2']);
  });

  it('should add an object once, in its last state, if a list contains it twice (Q15, against B127)', () => {
    const { store, handler, recorded } = listener();
    processDeltas(replace('2', 'a@1', 'a@2'), store, handler);

    expect(recorded).toEqual(['add a@2 true | a@2']);
  });

  it('should not call the handler when the store throws: the pop fails (Q7, against B117)', () => {
    const store = newStore<KubeObject>((object) => {
      if (object.metadata.name === 'bad') throw new Error('broken');
      return keyOf(object);
    });
    const fifo = newRealFIFO<KubeObject>({ atomicEvents: true });
    const onAdd = jest.fn();
    const error = jest.fn();
    fifo.replace([thing('a@1'), thing('bad@1')], '1');
    fifo.pop((deltas) => processDeltas(deltas, store, { onAdd })).subscribe({ error });

    expect(error).toHaveBeenCalledWith(expect.objectContaining({ where: 'keyOf' }));
    expect([onAdd.mock.calls, store.list()]).toEqual([[], []]);
  });

  it('should report a method that throws, and make the other calls (Q7, against B125)', () => {
    const store = newStore();
    const recorded: string[] = [];
    const onError = jest.fn<(error: HandlerError) => void>();
    const onAdd = ({ metadata: { name } }: KubeObject): unknown => {
      if (name === 'a') throw new Error('broken');
      if (name === 'b') return throwError(() => new Error('later'));
      return recorded.push(name);
    };
    processDeltas(replace('1', 'a@1', 'b@1', 'c@1'), store, { onAdd, onError })?.subscribe();

    expect(recorded).toEqual(['c']);
    expect(onError.mock.calls.map(([{ where, key }]) => `${where} ${key}`)).toEqual(['onAdd a', 'onAdd b']);
  });

  it.each([
    ['completes immediately', () => of(1)],
    ['is empty', () => EMPTY],
    ['is a promise', () => Promise.resolve()],
  ])('should make all calls for a list of 10,000 objects if the result %s', async (_, returned) => {
    const names = Array.from({ length: 10_000 }, (_, at) => `a${at}@1`);
    let recorded = 0;
    const onAdd = (): unknown => {
      recorded += 1;
      return returned();
    };
    const waiting$ = processDeltas(replace('1', ...names), newStore<KubeObject>(), { onAdd });
    await lastValueFrom(waiting$ ?? EMPTY, { defaultValue: undefined });

    expect(recorded).toBe(10_000);
  });

  it('should let a pop wait for its handler, call by call (B158)', () => {
    marbles().run(({ cold, expectObservable }) => {
      const store = newStore();
      const fifo = newDeltaFIFO<KubeObject>({ knownObjects: store });
      const recorded: string[] = [];
      const work = cold('  --|');
      const expected = '   ----(a|)';
      const handler: ResourceEventHandler<KubeObject> = {
        onAdd: () => work,
        onUpdate: () => work,
        onDelete: () => recorded.push('deleted'),
      };
      fifo.add(thing('a@1'));
      fifo.update(thing('a@2'));
      fifo.delete(thing('a@3'));

      const length$ = fifo
        .pop((deltas) => processDeltas(deltas, store, handler))
        .pipe(
          map((deltas) => [deltas.length, ...recorded]),
          take(1),
        );
      expectObservable(length$).toBe(expected, { a: [3, 'deleted'] });
    });
  });

  it('should return undefined when no method returns a promise or an Observable (PF18)', () => {
    expect(processDeltas(event('Added', 'a@1'), newStore(), { onAdd: () => 1 })).toBeUndefined();
    expect(processDeltas(event('Added', 'a@1'), newStore(), { onAdd: () => of(1) })).toBeDefined();
  });

  it('should refuse a value that is not a handler, before it writes to the store', () => {
    const store = newStore();

    expect(() => processDeltas(event('Added', 'a@1'), store, { onAdd: 1 } as never)).toThrow(OptionsError);
    expect(store.list()).toEqual([]);
  });
});
