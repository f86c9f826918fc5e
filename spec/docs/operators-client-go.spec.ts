import { describe } from '@jest/globals';
import { filter, map, Subject, timer } from 'rxjs';
import type { Change, KubeObject, ReflectorEvent } from 'rx-informer';
import {
  newDeltaFIFO,
  newStore,
  processDeltas,
  processLoop,
  type SharedListener,
  sharedProcessor,
  type KeyDeltas,
} from 'rx-informer/client-go';
import { change, thing } from '../support/things.ts';
import { operatorDiagrams, until } from './diagrams.ts';

const diagram = operatorDiagrams('operators-client-go.spec.ts');

const events: Readonly<Record<string, ReflectorEvent<KubeObject>>> = {
  a: { type: 'ADDED', object: thing('a@1') },
  b: { type: 'ADDED', object: thing('b@2') },
  c: { type: 'ADDED', object: thing('c@3') },
  r: { type: 'REPLACED', items: [thing('a@1'), thing('b@2')], resourceVersion: '9' },
  m: { type: 'MODIFIED', object: thing('a@10') },
  d: { type: 'DELETED', object: thing('a@11') },
};

const firstKey = (deltas: KeyDeltas<KubeObject>): string => deltas[0]?.key ?? '';

describe('docs/reference/operators.md, the operators of client-go', () => {
  diagram('process-loop', ({ cold, expectObservable }, line) => {
    const fifo = newDeltaFIFO();
    cold(line('events'), events).subscribe(fifo);
    const processed$ = new Subject<string>();
    const loop$ = processLoop(fifo, (deltas) => {
      processed$.next(firstKey(deltas));
      return timer(3);
    });

    expectObservable(processed$).toBe(line('processed'));
    expectObservable(loop$).toBe(line('loop'));
  });

  diagram('process-loop-retry', ({ cold, expectObservable }, line) => {
    const fifo = newDeltaFIFO();
    cold(line('events'), events).subscribe(fifo);
    const processed$ = new Subject<string>();
    const errors$ = new Subject<string>();
    let fails = true;
    const loop$ = processLoop(
      fifo,
      (deltas) => {
        const key = firstKey(deltas);
        processed$.next(key);
        if (fails) throw new Error(key);
      },
      {
        retryOnError: true,
        onError: ({ key }) => {
          fails = false;
          errors$.next(`of ${key}`);
        },
      },
    );

    expectObservable(processed$).toBe(line('processed'));
    expectObservable(errors$).toBe(line('errors'), { e: 'of a' });
    expectObservable(loop$, '^ 2s !').toBe('');
  });

  diagram('process-deltas', ({ cold, expectObservable }, line) => {
    const store = newStore();
    const fifo = newDeltaFIFO({ knownObjects: store });
    cold(line('events'), events).subscribe(fifo);
    const calls$ = new Subject<string>();
    const call = (method: string, { metadata }: KubeObject) => {
      calls$.next(`${method} ${metadata.name}, ${store.list().length} in the store`);
      return timer(2);
    };
    const loop$ = processLoop(fifo, (deltas) =>
      processDeltas(deltas, store, {
        onAdd: (object) => call('add', object),
        onUpdate: (_, object) => call('update', object),
        onDelete: (object) => call('delete', object),
      }),
    );

    expectObservable(calls$).toBe(line('calls'), {
      a: 'add a, 1 in the store',
      b: 'add b, 2 in the store',
      u: 'update a, 2 in the store',
      d: 'delete a, 1 in the store',
    });
    expectObservable(loop$, until(line('events'))).toBe('');
  });

  const changes = { a: change('added a@1 watch'), b: change('added b@2 watch') };
  const batches: Readonly<Record<string, readonly Change<KubeObject>[]>> = {
    a: [changes.a],
    b: [changes.b],
    s: [change('updated a@1 a@1 resync')],
    m: [change('updated a@1 a@3 watch')],
  };
  const listener = (options: Partial<SharedListener<KubeObject>> = {}): SharedListener<KubeObject> => ({
    handler: {},
    ...options,
  });

  diagram('shared-processor', ({ cold, expectObservable }, line) => {
    const fast = listener();
    const slow = listener({ handler: { onAdd: () => timer(3) } });
    const handled$ = cold(line('batches'), batches).pipe(sharedProcessor([fast, slow]));
    const handledBy = ({ handler }: SharedListener<KubeObject>) =>
      handled$.pipe(
        filter((handled) => handled.handler === handler),
        map((handled) => handled.change),
      );

    expectObservable(handledBy(fast)).toBe(line('fast'), changes);
    expectObservable(handledBy(slow)).toBe(line('slow'), changes);
  });

  diagram('shared-processor-resync', ({ cold, expectObservable }, line) => {
    const plain = listener({ removed: cold(line('removed')) });
    const due = listener({ shouldResync: () => true });
    const handled$ = cold(line('batches'), batches).pipe(sharedProcessor([plain, due]));
    const handledBy = ({ handler }: SharedListener<KubeObject>) =>
      handled$.pipe(
        filter((handled) => handled.handler === handler),
        map((handled) => handled.change),
      );
    const values = { s: batches['s']?.[0], m: batches['m']?.[0] };

    expectObservable(handledBy(plain), until(line('batches'))).toBe(line('plain'), values);
    expectObservable(handledBy(due), until(line('batches'))).toBe(line('due'), values);
  });
});
