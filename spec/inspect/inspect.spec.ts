import { describe, expect, it, jest } from '@jest/globals';
import { byLabel, compact, informer, type Informer, type KubeObject, query } from 'rx-informer';
import { sharedIndexInformer } from 'rx-informer/client-go';
import { join, where } from 'rx-informer/derived';
import { inspect } from 'rx-informer/inspect';
import { informerSet } from 'rx-informer/scope';
import { kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { asyncScheduler, BehaviorSubject, map, NEVER, of, Subject, tap, throwError } from 'rxjs';
import { HandlerError, KubeError } from '../../src/objects/index.ts';
import type { ReflectorEvent } from '../../src/reflector/index.ts';
import { marbles } from '../support/marbles.ts';
import { event, list } from '../support/reflector-events.ts';
import { virtualTime } from '../support/virtual-time.ts';

virtualTime();

const byColor = byLabel('color');
const nothing = {
  reflector: { phase: 'stopped', hasSynced: false, frameAge: null, incidents: 0 },
  queue: { pending: 0 },
  store: { objects: 0, resourceVersion: '', storage: 'objects', averageJsonLength: null, indexes: {} },
  delivery: { starts: 0, subscribers: 0, buffers: [] },
  errors: [],
};

const fail = (error: unknown): never => {
  throw error;
};

const hasCluster = (id: unknown): id is { readonly cluster: string } =>
  typeof id === 'object' && id !== null && 'cluster' in id;

function live(): {
  readonly events: Subject<ReflectorEvent<KubeObject>>;
  readonly things: Informer<KubeObject>;
} {
  const events = new Subject<ReflectorEvent<KubeObject>>();
  return { events, things: informer(events, { indexers: { color: byColor } }) };
}

describe('inspect', () => {
  it('should show an informer that has not started, and not start it', () => {
    const subscribed = jest.fn(() => NEVER);
    const things = informer({ list: subscribed, watch: subscribed });

    expect(inspect(things)).toEqual(nothing);
    expect(subscribed).not.toHaveBeenCalled();
  });

  it('should show the store, its indexes and the length of its objects', () => {
    const { events, things } = live();
    const running = things.start();
    events.next(list('a@1:red', 'b@2:red', 'c@3:blue'));

    expect(inspect(things).store).toEqual({
      objects: 3,
      resourceVersion: '9',
      storage: 'objects',
      averageJsonLength: Math.round(
        things.store.list().reduce((sum, one) => sum + JSON.stringify(one).length, 0) / 3,
      ),
      indexes: { color: 2 },
    });
    running.unsubscribe();
  });

  it('should show the state of a compact store, and decode at most 100 objects', () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const things = informer(events, { storage: compact() });
    things.start();
    events.next(list(...Array.from({ length: 1_050 }, (_, nth) => `a${nth + 1_000}@1`)));
    jest.runAllTimers();
    const parse = jest.spyOn(JSON, 'parse');
    const { store } = inspect(things);

    expect([store.objects, store.storage]).toEqual([1_050, 'compact']);
    expect(store.averageJsonLength).toBe(JSON.stringify(things.store.get('a1000')).length);
    expect(parse.mock.calls.length).toBeGreaterThan(50);
    expect(parse.mock.calls.length).toBeLessThanOrEqual(101);
    parse.mockRestore();
  });

  it('should leave out rows that JSON cannot represent', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const { events, things } = live();
    const rows = join(things, things, () => [], { row: () => cyclic });
    rows.start();
    events.next(list('a@1'));
    jest.runAllTimers();

    expect(inspect(rows).store).toMatchObject({ objects: 1, averageJsonLength: null });
  });

  it('should show the starts, the subscribers and each buffer', async () => {
    const { events, things } = live();
    things.start();
    query(things).subscribe();
    things.changes().subscribe();
    things.changes({ buffer: 'conflate', notifier: NEVER }).subscribe();
    things.changes({ buffer: { size: 2, overflow: 'drop-oldest' }, notifier: NEVER }).subscribe();
    events.next(list('a@1', 'b@1', 'c@1'));
    await jest.advanceTimersByTimeAsync(5);
    events.next(event('MODIFIED', 'a@10'));
    await jest.advanceTimersByTimeAsync(1_000);

    expect(inspect(things).delivery).toEqual({
      starts: 1,
      subscribers: 4,
      buffers: [
        { buffer: 'unbounded', pending: 0, age: 0, conflated: 0, dropped: 0 },
        { buffer: 'conflate', pending: 3, age: 1_005, conflated: 1, dropped: 0 },
        { buffer: { size: 2, overflow: 'drop-oldest' }, pending: 2, age: 1_005, conflated: 0, dropped: 2 },
      ],
    });
  });

  it('should forget a subscriber that has unsubscribed', () => {
    const { things } = live();
    const changes = things.changes().subscribe();
    changes.unsubscribe();

    expect(inspect(things).delivery).toEqual({ starts: 0, subscribers: 0, buffers: [] });
  });

  it('should show the handlers of a shared informer of client-go', () => {
    const shared = sharedIndexInformer({ list: () => NEVER, watch: () => NEVER });
    shared.addEventHandler({});
    shared.addEventHandler({}, { buffer: 'conflate' });
    shared.run();

    expect(inspect(shared).delivery.buffers.map(({ buffer }) => buffer)).toEqual(['unbounded', 'conflate']);
  });

  it('should show the phases of the reflector', () => {
    const scheduler = marbles();
    const phases: unknown[] = [];
    scheduler.run(({ cold }) => {
      const source = scriptedListerWatcher({
        list: [cold('--(p|)', { p: { items: [kubeObject('a')], resourceVersion: '9' } })],
        watch: [NEVER],
      });
      const things = informer(source, { reflect: { streamingList: 'never' } });
      const running = things.start();
      scheduler.schedule(() => phases.push(inspect(things).reflector), 1);
      scheduler.schedule(() => phases.push(inspect(things).reflector), 12);
      scheduler.schedule(() => running.unsubscribe(), 13);
      scheduler.schedule(() => phases.push(inspect(things).reflector), 20);
    });

    expect(phases).toEqual([
      { phase: 'listing', age: 1, hasSynced: false, received: 0, frameAge: null, incidents: 0 },
      { phase: 'watching', age: 10, hasSynced: true, frameAge: 10, incidents: 0 },
      { phase: 'stopped', hasSynced: true, frameAge: 18, incidents: 0 },
    ]);
  });

  it('should show a failure with the time of the next request, and the error', () => {
    const error = new KubeError('forbidden', 'pods is forbidden');
    const failed = () => throwError(() => error);
    const things = informer({ list: failed, watch: failed }, { reflect: { streamingList: 'never' } });
    things.start();
    jest.advanceTimersByTime(100);
    const { reflector, errors } = inspect(things);

    expect(reflector).toEqual({
      phase: 'waiting',
      age: 100,
      hasSynced: false,
      attempt: 1,
      retryIn: expect.any(Number),
      frameAge: null,
      incidents: 0,
    });
    expect(reflector.retryIn).toBeGreaterThan(1_000);
    expect(errors).toEqual([
      {
        age: 100,
        name: 'KubeError',
        failure: 'forbidden',
        message: 'pods is forbidden',
        advice: 'grant `list` and `watch`',
      },
    ]);
  });

  it('should show no negative time after the clock was set back, or after the time of the next request', () => {
    const failed = () => throwError(() => new KubeError('transient', 'no'));
    const things = informer({ list: failed, watch: failed }, { reflect: { streamingList: 'never' } });
    things.start();
    const start = Date.now();
    jest.setSystemTime(start - 5_000);
    expect(inspect(things)).toMatchObject({ reflector: { age: 0 }, errors: [{ age: 0 }] });

    jest.setSystemTime(start + 3_600_000); // without the timers, as on a computer that has slept
    expect(inspect(things)).toMatchObject({
      reflector: { phase: 'waiting', age: 3_600_000, retryIn: 0 },
      errors: [{ age: 3_600_000 }],
    });
  });

  it('should show no negative time since the last frame after the clock was set back', () => {
    const { events, things } = live();
    things.start();
    events.next(list('a@1'));
    jest.setSystemTime(Date.now() - 5_000);

    expect(inspect(things).reflector).toMatchObject({ age: 0, frameAge: 0 });
  });

  it('should show the store and the status of an input that is not an informer of this library', () => {
    const { events, things } = live();
    const { store, status$, lastFrameAt } = things;
    const all = where({ store, status$, lastFrameAt, retry: () => undefined }, () => true);
    all.start();
    things.changes().subscribe();
    events.next(list('a@1'));
    jest.runAllTimers();

    expect(inspect(all).inputs).toEqual([
      {
        name: 'input',
        reflector: { phase: 'watching', age: 0, hasSynced: true, frameAge: null, incidents: 0 },
        queue: { pending: 0 },
        store: { ...inspect(things).store, averageJsonLength: null },
        delivery: { starts: 0, subscribers: 0, buffers: [] },
        errors: [],
      },
    ]);
  });

  it('should show the name of an error that a function of the program has thrown, but not its text', () => {
    const secret = { ...kubeObject('shop/db'), data: 'hunter2' };
    const source = scriptedListerWatcher({
      list: [of({ items: [secret], resourceVersion: '9' })],
      watch: [NEVER],
    });
    const transform = (object: KubeObject): KubeObject =>
      JSON.parse((object as typeof secret).data) as KubeObject;
    const things = informer(source, { reflect: { streamingList: 'never', transform } });
    things.start();
    jest.advanceTimersByTime(100);
    const { reflector, errors } = inspect(things);

    expect(reflector.incidents).toBe(1);
    expect(errors.map(({ name, message }) => [name, message])).toEqual([
      ['HandlerError', 'transform threw for shop/db: SyntaxError'],
    ]);
  });

  it.each<[string, () => unknown, string]>([
    ['a SyntaxError', () => JSON.parse('hunter2') as unknown, 'the informer failed: SyntaxError'],
    [
      'control characters',
      () => fail(new RangeError('hunter2\u001b[0m\u0000')),
      'the informer failed: RangeError',
    ],
    ['a string', () => fail('hunter2'), 'the informer failed: a thrown string'],
    [
      'an error with an unusual name',
      () => fail(Object.assign(new Error('hunter2'), { name: 'no hunter2' })),
      'the informer failed: Error',
    ],
    ['an empty message', () => fail(new TypeError('')), 'the informer failed: TypeError'],
    ['a KubeError', () => fail(new KubeError('fatal', 'a text of the program')), 'a text of the program'],
  ])('should show an operator of the program that throws: %s', (_, thrower, message) => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const things = informer(events, { through: tap(thrower) });
    things.changes().subscribe({ error: () => undefined });
    events.next(list('a@1'));
    jest.advanceTimersByTime(100);

    expect(inspect(things).errors.map((error) => error.message)).toEqual([message]);
  });

  it('should name the function and the handler of a HandlerError', () => {
    const error = new HandlerError('onAdd', undefined, new Error('hunter2'), 'audit');
    const failed = () => throwError(() => error);
    const things = informer({ list: failed, watch: failed }, { reflect: { streamingList: 'never' } });
    things.changes().subscribe({ error: () => undefined });
    jest.advanceTimersByTime(100);

    expect(inspect(things).errors.map(({ message }) => message)).toEqual(['onAdd of audit threw: Error']);
  });

  it('should keep the message of an error whose cause is another text', () => {
    const error = new KubeError('transient', 'no answer from the server', {
      cause: new Error('ECONNREFUSED'),
    });
    const failed = () => throwError(() => error);
    const things = informer({ list: failed, watch: failed }, { reflect: { streamingList: 'never' } });
    things.start();
    jest.advanceTimersByTime(100);

    expect(inspect(things).errors.map(({ message }) => message)).toEqual(['no answer from the server']);
  });

  it('should keep the last 5 errors, and an error that ends the informer', () => {
    let requests = 0;
    const failed = () =>
      throwError(() => new KubeError(++requests === 7 ? 'fatal' : 'transient', `no ${requests}`));
    const things = informer({ list: failed, watch: failed }, { reflect: { streamingList: 'never' } });
    things.changes().subscribe({ error: () => undefined });
    jest.advanceTimersByTime(600_000);
    const { reflector, errors } = inspect(things);

    expect(reflector.phase).toBe('stopped');
    expect(errors.map(({ message }) => message)).toEqual(['no 3', 'no 4', 'no 5', 'no 6', 'no 7']);
  });

  it('should show that the option enabled has stopped the informer', () => {
    const enabled = new BehaviorSubject(false);
    const things = informer({ list: () => NEVER, watch: () => NEVER }, { reflect: { enabled } });
    things.start();

    expect(inspect(things).reflector).toMatchObject({ phase: 'stopped', disabled: true });
  });

  it('should show the queue while the store prepares a list', () => {
    let now = 0;
    jest.spyOn(asyncScheduler, 'now').mockImplementation(() => now++); // so that each slice of the store ends early
    const { events, things } = live();
    const running = things.start();
    events.next(list(...Array.from({ length: 20_000 }, (_, nth) => `a${nth}@1`)));
    events.next(event('ADDED', 'x@2'));
    events.next(event('MODIFIED', 'x@3'));
    events.next(event('ADDED', 'y@4'));

    expect(inspect(things).queue).toEqual({ pending: 2 });
    running.unsubscribe();
    expect(inspect(things).queue).toEqual({ pending: 0 });
    jest.restoreAllMocks();
  });

  it('should show the inputs of derived informers', () => {
    const { events, things } = live();
    const red = where(things, ({ metadata }) => metadata.labels?.['color'] === 'red');
    const rows = join(red, things, () => [], {});
    rows.start();
    events.next(list('a@1:red', 'b@2'));
    jest.runAllTimers();
    const blue = where(live().things, () => true);
    const { inputs = [], ...own } = inspect(join(blue, rows, () => [], {}));
    const [left, right] = inputs;

    expect(own.store.objects).toBe(0);
    expect(left).toMatchObject({ name: 'left', store: { objects: 0 }, inputs: [{ name: 'input' }] });
    expect(right).toMatchObject({
      name: 'right',
      store: { objects: 1 },
      inputs: [
        { name: 'left', store: { objects: 1 }, inputs: [{ name: 'input', store: { objects: 2 } }] },
        { name: 'right', sameAs: 'right/left/input' },
      ],
    });
    expect(JSON.stringify(right)).toContain('{"name":"right","sameAs":"right/left/input"}');
  });

  it('should show a shared input once, so that the result does not double at each level', () => {
    const { things } = live();
    let rows: Informer<KubeObject> = things;
    for (let level = 0; level < 14; level++) {
      const input = rows;
      rows = join(input, input, () => [], { row: (left) => left });
    }
    const result = inspect(rows);

    expect(result.inputs?.[1]).toEqual({ name: 'right', sameAs: 'left' });
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
  });

  it('should write only objects of the inspected informer as JSON', () => {
    const { events, things } = live();
    const all = where(things, () => true);
    all.start();
    const written = jest.fn(() => 'text');
    const object = { ...kubeObject('a'), toJSON: written };
    events.next({ type: 'REPLACED', items: [object], resourceVersion: '9' });
    jest.runAllTimers();
    const { store, inputs = [] } = inspect(all);

    expect(store.averageJsonLength).toBe(6);
    expect(inputs).toMatchObject([{ store: { objects: 1, averageJsonLength: null } }]);
    expect(written).toHaveBeenCalledTimes(1);
    expect(inspect(things).store.averageJsonLength).toBe(6);
  });

  it('should show the members of a set by their names', () => {
    const ids = new BehaviorSubject(['shop', 'billing']);
    const set = informerSet(
      ids.pipe(map((all) => all)),
      (id) =>
        id === 'billing'
          ? { list: () => throwError(() => new KubeError('forbidden', 'no')), watch: () => NEVER }
          : scriptedListerWatcher({
              list: [of({ items: [kubeObject('shop/a')], resourceVersion: '9' })],
              watch: [NEVER],
            }),
      { reflect: { streamingList: 'never' } },
    );
    set.start();
    jest.advanceTimersByTime(100);
    const { store, inputs = [] } = inspect(set);

    expect(store.objects).toBe(1);
    expect(inputs).toMatchObject([
      { name: 'shop', reflector: { phase: 'watching' }, errors: [] },
      { name: 'billing', reflector: { phase: 'waiting' }, errors: [{ message: 'no' }] },
    ]);
    ids.next(['shop']);
    jest.advanceTimersByTime(0);
    expect(inspect(set).inputs?.map(({ name }) => name)).toEqual(['shop']);
  });

  it.each<[string, readonly unknown[], readonly string[]]>([
    ['strings', ['shop', ''], ['shop', '']],
    ['numbers, booleans and bigints', [1, true, 2n], ['1', 'true', '2']],
    ['a symbol, null and undefined', [Symbol('a'), null, undefined], ['Symbol(a)', 'null', 'undefined']],
    ['a cluster', [{ cluster: 'east', token: 'hunter2' }, 'shop'], ['east', 'shop']],
    ['one object', [{ token: 'hunter2' }], ['a member']],
    [
      'objects and functions',
      [{ token: 'hunter2' }, 'shop', () => 'hunter2', { toString: () => 'hunter2' }],
      ['a member (1)', 'shop', 'a member (2)', 'a member (3)'],
    ],
    [
      'objects in the same cluster',
      [{ cluster: 'east' }, { cluster: 'west' }, { cluster: 'east' }],
      ['east (1)', 'west', 'east (2)'],
    ],
  ])('should name the members whose ids are: %s', (_, ids, names) => {
    const set = informerSet(of(ids), () => ({ list: () => NEVER, watch: () => NEVER }), {
      ...(ids.some((id) => hasCluster(id)) && {
        cluster: (id: unknown) => (hasCluster(id) ? id.cluster : 'north'),
      }),
    });
    set.start();
    jest.advanceTimersByTime(0);

    expect(inspect(set).inputs?.map(({ name }) => name)).toEqual(names);
  });

  it('should return plain JSON without objects of the store', () => {
    const { events, things } = live();
    things.start();
    events.next(list('secret-name@1'));
    const text = JSON.stringify(inspect(things));

    expect(JSON.parse(text)).toEqual(inspect(things));
    expect(text).not.toContain('secret-name');
  });

  it.each([undefined, null, 5, {}, { status$: NEVER }])('should refuse %j', (given) => {
    expect(() => inspect(given as never)).toThrow(
      /inspect: informer.*an informer, for example a result of informer/,
    );
  });
});
