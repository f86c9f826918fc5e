import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BehaviorSubject, concatMap, delay, of, Subject, subscribeOn, queueScheduler } from 'rxjs';
import { deltaFifo, indexedStore, informer, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { newController } from 'rx-informer/client-go';
import { fakeControllerSource, kubeObject } from 'rx-informer/testing';
import { settled, until } from '../support/until.ts';

const things = (prefix: string, count: number): KubeObject[] =>
  Array.from({ length: count }, (_, at) =>
    kubeObject(`${prefix}${at}`, { metadata: { resourceVersion: '2', uid: `${prefix}${at}` } }),
  );
const list = (items: KubeObject[]): ReflectorEvent<KubeObject> => ({
  type: 'REPLACED',
  items,
  resourceVersion: '1',
});
const addTo = (events: Subject<ReflectorEvent<KubeObject>>, objects: KubeObject[]): void => {
  for (const object of objects) events.next({ type: 'ADDED', object });
};

describe('informer, with a backlog of many keys', () => {
  it('should lose none of 10,000 keys after a list that is prepared in slices (PF9)', async () => {
    const source = fakeControllerSource(things('a', 50_000));
    const running = informer(source);
    const started = running.start();

    for (const object of things('b', 10_000)) source.add(object);
    expect(running.store.size).toBe(0);
    await until(() => running.store.size === 60_000);

    source.add(kubeObject('later'));
    expect(running.store.get('later')).toBeDefined();
    started.unsubscribe();
  });

  it('should lose no events that a subscriber causes during a notification', async () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const running = informer(events);
    let received = 0;
    running.store.batches$.subscribe((batch) => {
      if (received === 0) addTo(events, things('b', 10_000));
      received += batch.length;
    });

    events.next(list(things('a', 1)));
    await until(() => received === 10_001);

    expect(running.store.size).toBe(10_001);
  });
});

describe('newController, with a backlog of many keys', () => {
  // Switches stack traces off, because Jest needs about 1 ms to map each stack to the sources.
  const { stackTraceLimit } = Error;
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  it.each([
    ['returns nothing', () => undefined],
    ['returns an Observable that completes immediately', () => of(1)],
    [
      'throws',
      () => {
        throw new Error('refused');
      },
    ],
  ])(
    'should process each of 20,000 keys after a list with asynchronous work, when process %s',
    async (_, process) => {
      const source = fakeControllerSource([kubeObject('a')]);
      let called = 0;
      const running = newController<KubeObject>({
        listerWatcher: source,
        process: () => (++called === 1 ? of(1).pipe(delay(1)) : process()),
        onError: () => undefined,
      }).run();

      for (const object of things('b', 20_000)) source.add(object);
      expect(called).toBe(1);
      await until(() => called > 1);
      await settled();
      running.unsubscribe();

      expect(called).toBe(20_001);
    },
  );
});

describe('the pipeline that docs/guides/your-own-operator.md shows', () => {
  it('should apply 20,000 keys that arrived during a sliced replace', async () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const store = indexedStore<KubeObject>();
    let applied = 0;
    events.pipe(deltaFifo({ process: (deltas) => store.apply(deltas) })).subscribe(() => (applied += 1));

    events.next(list(things('a', 50_000)));
    addTo(events, things('b', 20_000));
    expect(applied).toBe(0);
    await until(() => applied === 20_001);
    await settled();

    expect(applied).toBe(20_001);
    expect(store.size).toBe(70_000);
  });

  it('should handle work that completes synchronously, if it subscribes on the queue', async () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const pop = new BehaviorSubject<void>(undefined);
    let handled = 0;
    const line$ = events.pipe(
      deltaFifo({ pop }),
      concatMap((deltas) =>
        deltas[0].type === 'ReplacedAll'
          ? of(deltas).pipe(delay(1))
          : of(deltas).pipe(subscribeOn(queueScheduler)),
      ),
    );
    line$.subscribe(() => {
      handled += 1;
      pop.next();
    });

    events.next(list([]));
    addTo(events, things('b', 20_000));
    await until(() => handled > 0);
    await settled();

    expect(handled).toBe(20_001);
  });
});
