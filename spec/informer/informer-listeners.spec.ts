import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  concat,
  config,
  defer,
  EMPTY,
  filter,
  map,
  mergeMap,
  type Observer,
  of,
  repeat,
  retry,
  Subject,
  Subscription,
  take,
  throwError,
} from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { type Change, informer, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { sharedIndexInformer } from 'rx-informer/client-go';
import { thing } from '../support/things.ts';
import { until } from '../support/until.ts';
import { advanceMinute, virtualTime } from '../support/virtual-time.ts';

type Events = Subject<ReflectorEvent<KubeObject>>;
type Come = (events: Events) => (received: () => void) => void;

const changes: Come = (events) => {
  const things = informer(events);
  return (received) => void things.changes().subscribe(received);
};
const handlers: Come = (events) => {
  const things = sharedIndexInformer(events);
  things.run();
  return (received) => void things.addEventHandler({ onAdd: received, onUpdate: received });
};
const faces = [
  ['changes', changes],
  ['addEventHandler', handlers],
] as const;

const work = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

afterEach(() => {
  config.onUnhandledError = null;
});

describe.each(faces)('plain subscribers by %s, in real time', (_name, face) => {
  it('should yield to the event loop while one subscriber answers each change with a write', async () => {
    const events: Events = new Subject();
    let [calls, isOver] = [0, false];
    face(events)(() => {
      calls += 1;
      work(1);
      if (!isOver && calls < 1000) events.next({ type: 'MODIFIED', object: thing(`a@${calls + 1}`) });
    });
    void setImmediate().then(() => (isOver = true));

    events.next({ type: 'ADDED', object: thing('a@1') });
    await until(() => isOver);

    expect(calls).toBeLessThan(1000);
  });

  it('should yield to the event loop before all of many subscribers were notified (PF9)', async () => {
    const events: Events = new Subject();
    const come = face(events);
    let calls = 0;
    for (let count = 0; count < 40; count++) {
      come(() => {
        calls += 1;
        work(1);
      });
    }

    events.next({ type: 'ADDED', object: thing('a@1') });
    const counts: number[] = [];
    while (calls < 40) {
      await setImmediate();
      counts.push(calls);
    }

    // Ignores counts of 0. On a busy computer, the first task of the event loop can come before the first call.
    expect(counts.filter((count) => count > 0 && count < 40)).not.toEqual([]);
  });
});

describe('a subscriber that throws', () => {
  virtualTime();

  it('should not affect the other handlers, even if its error has no text (G13)', async () => {
    const events: Events = new Subject();
    const things = sharedIndexInformer(events);
    const [received, errors]: [string[], string[]] = [[], []];
    const onUpdate = (name: string) => ({ onUpdate: () => void received.push(name) });
    things.addEventHandler(onUpdate('before'));
    things.addEventHandler({
      onUpdate: () => {
        throw Object.create(null);
      },
      onError: ({ message }) => void errors.push(message),
    });
    things.addEventHandler(onUpdate('behind'));
    things.run();

    for (const version of [1, 2, 3]) {
      events.next({ type: 'MODIFIED', object: thing(`a@${version}`) });
      await advanceMinute();
    }

    expect(received).toEqual(['before', 'behind', 'before', 'behind']);
    expect(errors).toHaveLength(2);
  });

  it('should not affect the other subscribers, even if RxJS does not guard it (G13)', async () => {
    const unhandled: unknown[] = [];
    config.onUnhandledError = (error) => unhandled.push(error);
    // RxJS uses an instance of Subscription directly as a subscriber, and does not catch its errors.
    class Failing extends Subscription implements Observer<Change<KubeObject>> {
      next(): void {
        throw new Error('its own');
      }
      error(error: unknown): void {
        this.unsubscribe();
        throw error;
      }
      complete(): void {
        this.unsubscribe();
      }
    }
    const events: Events = new Subject();
    const things = informer(events);
    const received: string[] = [];
    things.changes().subscribe(() => received.push('before'));
    things.changes().subscribe(new Failing());
    things.changes().subscribe(() => received.push('behind'));

    for (const version of [1, 2]) {
      events.next({ type: 'MODIFIED', object: thing(`a@${version}`) });
      await advanceMinute();
    }

    expect(received).toEqual(['before', 'behind', 'before', 'behind']);
    expect(unhandled).toEqual([new Error('its own')]);
  });
});

describe('an informer that is wrapped', () => {
  virtualTime();

  it('should notify plain handlers like all other handlers', async () => {
    const events: Events = new Subject();
    const inner = informer(events);
    const shown$ = inner.store.batches$.pipe(
      map((batch) => batch.filter(({ key }) => key !== 'secret')),
      filter((batch) => batch.length > 0),
    );
    const store = Object.create(inner.store, { batches$: { value: shown$ } }) as typeof inner.store;
    const copied = { ...inner.store, batches$: shown$ };
    const received: string[] = [];
    for (const wrapped of [store, copied]) {
      const things = sharedIndexInformer({ ...inner, store: wrapped });
      const onAdd = ({ metadata }: KubeObject): void => void received.push(metadata.name);
      things.addEventHandler({ onAdd });
      things.addEventHandler({ onAdd }, { metrics: {} });
      things.run();
    }

    events.next({ type: 'ADDED', object: thing('secret@1') });
    events.next({ type: 'ADDED', object: thing('shown@2') });
    await advanceMinute();

    expect(received).toEqual(['shown', 'shown', 'shown', 'shown']);
  });
});

describe('subscribers of one informer', () => {
  virtualTime();

  it.each([
    ['a completion', {}, false],
    ['a completion, with metrics', { metrics: {} }, false],
    ['an error', {}, true],
    ['an error, with metrics', { metrics: {} }, true],
  ])('should receive nothing of a later run of another subscriber: %s', async (_, options, fails) => {
    let run = 0;
    const stop = new Subject<void>();
    const failure = new Error('of the source');
    const end$ = stop.pipe(
      take(1),
      mergeMap(() => (fails ? throwError(() => failure) : EMPTY)),
    );
    const items = (version: number): KubeObject[] =>
      Array.from({ length: 40 }, (__, at) => thing(`n${at}@${version}`));
    const things = informer(
      defer(() => {
        run += 1;
        const list = { type: 'REPLACED', items: items(run), resourceVersion: String(run) } as const;
        return concat(of<ReflectorEvent<KubeObject>>(list), end$);
      }),
    );
    const [first, second] = [new Set<string>(), new Set<string>()];
    const versionTo = (received: Set<string>) => (change: Change<KubeObject>) =>
      void received.add(change.object.metadata.resourceVersion);

    const going = things.changes(options).pipe(repeat(2), retry(1)).subscribe(versionTo(first));
    things.changes(options).subscribe({
      next: versionTo(second),
      error: () => second.add('error'),
      complete: () => second.add('end'),
    });
    await advanceMinute();
    stop.next();
    await advanceMinute();
    going.unsubscribe();

    expect([...first]).toEqual(['1', '2']);
    expect([...second]).toEqual(['1', fails ? 'error' : 'end']);
  });

  it('should leave no pending work after the last subscriber has left (G15)', async () => {
    const events: Events = new Subject();
    const things = informer(events);
    const running = new Subscription();
    running.add(things.start());
    const broken = new TestScheduler(() => undefined);
    expect(() => {
      broken.run(() => {
        const leaving = things.changes().subscribe();
        events.next({ type: 'ADDED', object: thing('a@1') });
        leaving.unsubscribe();
        throw new Error('a spec that fails');
      });
    }).toThrow('a spec that fails');
    const received: string[] = [];

    running.add(things.changes().subscribe(({ object }) => received.push(object.metadata.resourceVersion)));
    events.next({ type: 'MODIFIED', object: thing('a@2') });
    await advanceMinute();
    running.unsubscribe();

    expect(received).toEqual(['1', '2']);
  });

  it('should count the changes of the current task in their metrics, with their age', () => {
    const events: Events = new Subject();
    const things = sharedIndexInformer(events);
    const running = things.run();
    const registration = things.addEventHandler({});

    events.next({ type: 'ADDED', object: thing('a@1') });
    jest.setSystemTime(Date.now() + 15);

    expect(registration.metrics.pending).toBe(1);
    expect(registration.metrics.age).toBe(15);
    running.unsubscribe();
  });
});
