import { describe } from '@jest/globals';
import { map, type Observable, of, tap, timer } from 'rxjs';
import {
  batchPerTask,
  buffered,
  type Change,
  deltaFifo,
  type Deltas,
  indexedStore,
  informer,
  type KubeObject,
  type ListPage,
  listWatch,
  processorListener,
  reflect,
  type ReflectorEvent,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import { deltaFifoByKey } from 'rx-informer/client-go';
import { kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { operatorDiagrams, until } from './diagrams.ts';

const diagram = operatorDiagrams('operators.spec.ts');

const at = (key: string, resourceVersion: string): KubeObject =>
  kubeObject(key, { metadata: { resourceVersion } });
const a = at('a', '3');
const a2 = at('a', '10');
const b = at('b', '4');

const p: ListPage<KubeObject> = { items: [a], resourceVersion: '9' };
const q: ListPage<KubeObject> = { items: [a, b], resourceVersion: '19' };
const r: ReflectorEvent<KubeObject> = { type: 'REPLACED', ...p };
const s: ReflectorEvent<KubeObject> = { type: 'REPLACED', ...q };
const m: WatchEvent<KubeObject> = { type: 'MODIFIED', object: a2 };
const k: WatchEvent<KubeObject> = { type: 'BOOKMARK', resourceVersion: '12' };
const never = { streamingList: 'never', random: () => 0 } as const;

describe('docs/reference/operators.md', () => {
  const things = { group: '', version: 'v1', resource: 'things' };
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const wire = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;

  diagram('watch', ({ cold, expectObservable }, line) => {
    const n: WatchEvent<KubeObject> = { type: 'DELETED', object: at('a', '11') };
    const text = wire('MODIFIED', a2) + wire('DELETED', at('a', '11'));
    const body$ = cold(line('bytes'), { x: bytes(text.slice(0, 30)), y: bytes(text.slice(30)) });

    expectObservable(listWatch({ open: () => body$ }, things).watch()).toBe(line('events'), { m, n });
  });

  diagram('watch-error', ({ cold, expectObservable }, line) => {
    const status = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
    const body$ = cold(line('bytes'), { e: bytes(wire('ERROR', status)) });

    expectObservable(listWatch({ open: () => body$ }, things).watch()).toBe(
      line('events'),
      {},
      new StatusError(status),
    );
  });

  diagram('list', ({ cold, expectObservable }, line) => {
    const body = (item: KubeObject, more: string): Uint8Array =>
      bytes(
        JSON.stringify({
          kind: 'ThingList',
          apiVersion: 'v1',
          metadata: { resourceVersion: '9', continue: more },
          items: [item],
        }),
      );
    const pages = [cold(line('page-1'), { p: body(a, 'next') }), cold(line('page-2'), { q: body(b, '') })];
    const typed = { kind: 'Thing', apiVersion: 'v1' };

    expectObservable(
      listWatch({ open: () => pages.shift() as Observable<Uint8Array> }, things).list({ limit: 1 }),
    ).toBe(line('pages'), {
      p: { items: [{ ...typed, ...a }], resourceVersion: '9' },
      q: { items: [{ ...typed, ...b }], resourceVersion: '9' },
    });
  });

  diagram('reflect', ({ cold, expectObservable }, line) => {
    const source = scriptedListerWatcher({
      list: [cold(line('list'), { p })],
      watch: [cold(line('watch'), { m, k })],
    });

    expectObservable(reflect(source, never), until(line('events'))).toBe(line('events'), { r, m, k });
  });

  diagram('reflect-expired', ({ cold, expectObservable }, line) => {
    const gone = new StatusError({ code: 410, reason: 'Expired' });
    const m: WatchEvent<KubeObject> = { type: 'MODIFIED', object: at('a', '20') };
    const source = scriptedListerWatcher({
      list: [cold(line('list'), { p }), cold(line('list-2').replace('800ms', ''), { q })],
      watch: [
        cold<WatchEvent<KubeObject>>(line('watch'), {}, gone),
        cold(line('watch-2').replace('800ms', ''), { m }),
      ],
    });

    expectObservable(reflect(source, never), '^ 810ms !').toBe(line('events'), { r, s, m });
  });

  diagram('reflect-enabled', ({ cold, expectObservable }, line) => {
    const enabled = cold(line('enabled'), { f: false, t: true });
    const source = scriptedListerWatcher({
      list: [cold(line('list'), { p })],
      watch: [cold<WatchEvent<KubeObject>>(line('watch')), cold(line('watch-2'), { m })],
    });

    expectObservable(reflect(source, { ...never, enabled }), until(line('events'))).toBe(line('events'), {
      r,
      m,
    });
  });

  diagram('reflect-fatal', ({ cold, expectObservable }, line) => {
    const mistake = new StatusError({ code: 422, reason: 'Invalid' });
    const source = scriptedListerWatcher({
      list: [cold<ListPage<KubeObject>>(line('list'), {}, mistake)],
      watch: [of()],
    });

    expectObservable(reflect(source, never)).toBe(line('events'), {}, mistake);
  });

  const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject): ReflectorEvent<KubeObject> => ({
    type,
    object,
  });
  const delta = (type: 'Added' | 'Updated' | 'Deleted', object: KubeObject) =>
    ({ type, key: object.metadata.name, object }) as const;
  const all: Deltas<KubeObject> = [{ type: 'ReplacedAll', objects: [a], resourceVersion: '9' }];

  diagram('fifo', ({ cold, expectObservable }, line) => {
    const c = at('c', '5');
    const events$ = cold(line('events'), {
      a: event('ADDED', a),
      b: event('ADDED', b),
      c: event('ADDED', c),
    });

    expectObservable(events$.pipe(deltaFifo())).toBe(line('deltas'), {
      A: [delta('Added', a)],
      B: [delta('Added', b)],
      C: [delta('Added', c)],
    });
  });

  diagram('fifo-pop', ({ cold, expectObservable }, line) => {
    const events$ = cold(line('events'), {
      a: event('ADDED', a),
      b: event('ADDED', b),
      A: event('MODIFIED', a2),
      r,
    });

    expectObservable(events$.pipe(deltaFifo({ pop: cold(line('pop')) }))).toBe(line('deltas'), {
      s: [delta('Added', a), delta('Updated', a2)],
      t: [delta('Added', b)],
      u: all,
    });
  });

  diagram('fifo-by-key', ({ cold, expectObservable }, line) => {
    const events$ = cold(line('events'), { a: event('ADDED', a), r });
    const types$ = events$.pipe(
      deltaFifoByKey(),
      map(([one]) => one?.type),
    );

    expectObservable(types$).toBe(line('deltas'), { A: 'Added', R: 'Replaced' });
  });

  diagram('fifo-process', ({ cold, expectObservable }, line) => {
    const events$ = cold(line('events'), { a: event('ADDED', a), b: event('ADDED', b), r });
    const process = ([one]: Deltas<KubeObject>): Observable<unknown> | undefined =>
      one.type === 'ReplacedAll' ? timer(5) : undefined;

    expectObservable(events$.pipe(deltaFifo({ process }))).toBe(line('processed'), {
      r: all,
      A: [delta('Added', a), delta('Added', a)],
      B: [delta('Added', b)],
    });
  });

  const initial: Change<KubeObject> = { type: 'added', key: 'a', object: a, cause: 'initial' };
  const added: Change<KubeObject> = { type: 'added', key: 'a', object: a, cause: 'watch' };
  const updated: Change<KubeObject> = { type: 'updated', key: 'a', old: a, object: a2, cause: 'watch' };
  const deleted: Change<KubeObject> = {
    type: 'deleted',
    key: 'a',
    object: a2,
    finalStateKnown: true,
    cause: 'watch',
  };

  diagram('store', ({ cold, expectObservable }, line) => {
    const store = indexedStore();
    cold<Deltas<KubeObject>>(line('deltas'), { r: all, m: [delta('Updated', a2)], d: [delta('Deleted', a2)] })
      .pipe(tap(store))
      .subscribe();

    expectObservable(store.batches$, until(line('batches'))).toBe(line('batches'), {
      i: [initial],
      u: [updated],
      d: [deleted],
    });
    expectObservable(store.batches$, `${line('late')}----!`).toBe(line('replay'), {
      v: [{ type: 'added', key: 'a', object: a2, cause: 'replay' }],
      d: [deleted],
    });
  });

  diagram('batch-per-task', ({ cold, expectObservable }, line) => {
    const values = { a: [added], b: [updated], c: [deleted], d: [deleted], r: [initial] };

    expectObservable(cold(line('batches'), values).pipe(batchPerTask())).toBe(line('task'), {
      ...values,
      t: [added, updated],
    });
  });

  diagram('buffered', ({ cold, expectObservable }, line) => {
    const values = { a: added, b: updated, c: deleted };
    const batches$ = cold(line('batches'), { a: [values.a], b: [values.b], c: [values.c] });

    expectObservable(batches$.pipe(buffered())).toBe(line('changes'), values);
  });

  diagram('buffered-conflate', ({ cold, expectObservable }, line) => {
    const batches$ = cold(line('batches'), { a: [added], u: [updated], d: [deleted] });

    expectObservable(batches$.pipe(buffered({ buffer: 'conflate', notifier: cold(line('notifier')) }))).toBe(
      line('changes'),
      {
        a: added,
      },
    );
  });

  diagram('listener', ({ cold, expectObservable }, line) => {
    const batches$ = cold(line('batches'), { a: [added], b: [{ ...added, key: 'b' }] });

    expectObservable(batches$.pipe(processorListener({ onAdd: () => timer(3) }))).toBe(line('handled'), {
      a: added,
      b: { ...added, key: 'b' },
    });
  });

  diagram('informer', ({ cold, expectObservable }, line) => {
    const things$ = informer(cold(line('events'), { r, m }));

    expectObservable(things$.changes()).toBe(line('changes'), { a: initial, u: updated });
    expectObservable(things$.changes(), line('late')).toBe(line('replay'), {
      v: { ...initial, cause: 'replay' },
      u: updated,
    });
  });

  diagram('informer-resync', ({ cold, expectObservable }, line) => {
    const things$ = informer(cold(line('events'), { r }));

    expectObservable(things$.changes({ resyncPeriod: 5 }), until(line('changes'))).toBe(line('changes'), {
      a: initial,
      s: { type: 'updated', key: 'a', old: a, object: a, cause: 'resync' },
    });
  });
});
