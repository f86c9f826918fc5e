import { describe, expect, it, jest } from '@jest/globals';
import { BehaviorSubject, concat, defer, finalize, NEVER, of, Subject, throwError } from 'rxjs';
import {
  informer,
  type InformerStatus,
  type KubeError,
  type KubeObject,
  ProtocolError,
  type ReflectorEvent,
  waitForCacheSync,
} from 'rx-informer';
import { sharedIndexInformer } from 'rx-informer/client-go';
import { thing } from '../support/things.ts';
import { unhandledErrors } from '../support/unhandled-errors.ts';
import { advanceMinute, virtualTime } from '../support/virtual-time.ts';
import { informerStatus } from '../../src/informer/informer-lifecycle.ts';
import type { TimedError } from '../../src/informer/index.ts';

const list: ReflectorEvent<KubeObject> = { type: 'REPLACED', items: [thing('a@1')], resourceVersion: '1' };

describe('the last errors of an informer', () => {
  virtualTime();
  const [first, second] = [new ProtocolError('first'), new ProtocolError('second')];
  const at = (time: number): void => {
    jest.setSystemTime(time);
  };
  const kept = ({ errors }: { readonly errors: readonly TimedError[] }): readonly unknown[] =>
    errors.map((one) => [one.at, one.error.message]);
  const waiting = (error: KubeError, since: number): InformerStatus => ({
    phase: 'waiting',
    hasSynced: false,
    since,
    error,
    failure: 'transient',
    attempt: 1,
    retryAt: since + 1_000,
  });

  it('should have the last time of an error object that is emitted for several failures', () => {
    const status = informerStatus({ hasSynced: false });
    at(10);
    status.emit(waiting(first, 10));
    at(20);
    status.emit(waiting(second, 20));
    at(30);
    status.emit(waiting(first, 30));

    expect(kept(status)).toEqual([
      [20, 'second'],
      [30, 'first'],
    ]);
  });

  it('should keep the time of an error whose status an input emits again', () => {
    const status = informerStatus({ hasSynced: false });
    at(10);
    status.emit(waiting(first, 10));
    status.emit(waiting(second, 10));
    at(20);
    status.emit(waiting(first, 10));
    status.emit({ ...waiting(first, 10), incidents: 1 });

    expect(kept(status)).toEqual([
      [10, 'first'],
      [10, 'second'],
    ]);
  });

  it('should have the time of the last end with an error', () => {
    const status = informerStatus({ hasSynced: false });
    at(10);
    status.emit({ phase: 'stopped', error: first });
    at(20);
    status.emit({ phase: 'stopped', error: first, incidents: 1 });
    expect(kept(status)).toEqual([[10, 'first']]);
    at(30);
    status.emit({ phase: 'listing', since: 30, received: 0 });
    status.emit({ phase: 'stopped', error: first });

    expect(kept(status)).toEqual([[30, 'first']]);
  });

  it('should keep the time of an incident that an input emits again after a restart', () => {
    const status = informerStatus({ hasSynced: false });
    const watching = { phase: 'watching', since: 1, resourceVersion: '1' } as const;
    at(10);
    status.emit({ ...watching, incident: first });
    at(20);
    status.emit({ ...watching, incident: first, incidents: 2 });
    status.emit(watching);

    expect(kept(status)).toEqual([[10, 'first']]);
    at(30);
    status.emit({ ...watching, incident: second, incidents: 3 });
    expect(kept(status)).toEqual([
      [10, 'first'],
      [30, 'second'],
    ]);
  });

  it('should not put an old error that an input emits again before newer errors', () => {
    const status = informerStatus({ hasSynced: false });
    const errors = Array.from({ length: 6 }, (_, nth) => new ProtocolError(`${nth}`));
    errors.forEach((error, nth) => status.emit(waiting(error, 10 * nth)));
    at(100);
    status.emit(waiting(errors[0] ?? first, 0));

    expect(kept(status)).toEqual([
      [10, '1'],
      [20, '2'],
      [30, '3'],
      [40, '4'],
      [50, '5'],
    ]);
  });
});

describe('the runs of an informer', () => {
  virtualTime();
  const unhandled = unhandledErrors();

  it('should not report an error that waitForCacheSync rejected with, even after the next run started', async () => {
    let runs = 0;
    const things = informer<KubeObject>(
      defer(() => (++runs === 1 ? throwError(() => new Error('boom')) : concat(of(list), NEVER))),
    );
    const rejections: string[] = [];
    things.start();

    void waitForCacheSync([things]).catch((error: unknown) => {
      rejections.push((error as Error).message);
      things.start();
    });
    await advanceMinute();

    expect([rejections.length, runs, things.store.hasSynced]).toEqual([1, 2, true]);
    expect(unhandled).toEqual([]);
  });

  it('should have the status “disabled” after a run that failed, and report the error of the next run', async () => {
    const enabled = new BehaviorSubject(true);
    const failure = (): Error => new Error('boom');
    const things = informer<KubeObject>(
      { list: () => throwError(failure), watch: () => NEVER },
      { reflect: { streamingList: 'never', enabled, isFatal: () => true } },
    );
    const states: string[] = [];
    things.status$.subscribe((status) => {
      const stopped = status.phase === 'stopped' ? status : undefined;
      states.push(`${status.phase}${stopped?.disabled ? ' disabled' : ''}${stopped?.error ? ' failed' : ''}`);
    });
    things.changes().subscribe({ error: () => undefined });
    await advanceMinute();
    states.length = 0;

    enabled.next(false);
    things.start();
    await advanceMinute();
    expect([...states, ...unhandled]).toEqual(['stopped disabled']);
    enabled.next(true);
    await advanceMinute();

    expect(states.at(-1)).toBe('stopped failed');
    expect(unhandled).toHaveLength(1);
  });

  it('should not report an error of the run while the last subscriber is within the reset delay', async () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const things = informer<KubeObject>(events, { resetDelay: 60_000 });
    things.changes().subscribe().unsubscribe();
    expect(events.observed).toBe(true);

    events.error(new Error('boom'));
    await advanceMinute();

    expect(unhandled).toEqual([]);
  });

  it('should report the error of start() only if no subscriber of the changes receives it', async () => {
    for (const hasSubscriber of [true, false]) {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const things = informer<KubeObject>(events);
      things.start();
      if (hasSubscriber) things.changes().subscribe({ error: () => undefined });

      events.error(new Error('boom'));
      await advanceMinute();

      expect(unhandled).toHaveLength(hasSubscriber ? 0 : 1);
    }
  });

  it('should report the error of each failed run, also of one that followed a run with a handled error', async () => {
    const sources = [1, 2].map(() => new Subject<ReflectorEvent<KubeObject>>());
    let runs = 0;
    const things = informer<KubeObject>(defer(() => sources[runs++] ?? NEVER));
    things.start();
    const waiting = waitForCacheSync([things]).catch(() => 'rejected');
    sources[0]?.error(new Error('first'));
    await advanceMinute();
    expect([await waiting, ...unhandled]).toEqual(['rejected']);

    things.start();
    sources[1]?.error(new Error('second'));
    await advanceMinute();

    expect(unhandled).toHaveLength(1);
  });

  it('should report the error of a shared informer after another one over the same informer was stopped', async () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const things = informer<KubeObject>(events, { resetDelay: 0 });
    const stop = new AbortController();
    sharedIndexInformer<KubeObject>(things).run(stop.signal);
    stop.abort();
    sharedIndexInformer<KubeObject>(things).run();

    events.error(new Error('boom'));
    await advanceMinute();

    expect(unhandled).toHaveLength(1);
  });

  it('should unsubscribe from the source immediately when a shared informer is stopped during its start (G15)', () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    let left = 0;
    const things = sharedIndexInformer<KubeObject>(events.pipe(finalize(() => left++)));
    const end = new AbortController();
    things.addEventHandler({});
    things.status$.subscribe(({ phase }) => {
      if (phase === 'listing') end.abort();
    });

    things.run(end.signal);

    expect([things.isStopped(), left, events.observed]).toEqual([true, 1, false]);
  });
});

const watching = { phase: 'watching', since: 5, resourceVersion: '9' } as const;
const incident = new ProtocolError('an object without a name; it is left out');

describe('informerStatus', () => {
  it('should emit the transition again when the store has synced, with the incidents since (G4, G10)', () => {
    const store = { hasSynced: false };
    const { status$, emit, refresh } = informerStatus(store);
    emit(watching);
    emit({ ...watching, incident, incidents: 1 });
    store.hasSynced = true;
    refresh();
    const late: InformerStatus[] = [];
    status$.subscribe((status) => void late.push(status)).unsubscribe();

    expect(late).toEqual([{ ...watching, incidents: 1, hasSynced: true }]);
  });

  it('should emit it once', () => {
    const store = { hasSynced: false };
    const { status$, emit, refresh } = informerStatus(store);
    const statuses: InformerStatus[] = [];
    status$.subscribe((status) => void statuses.push(status));
    emit(watching);
    store.hasSynced = true;
    refresh();
    refresh();

    expect(statuses.map(({ phase, hasSynced }) => [phase, hasSynced])).toEqual([
      ['stopped', false],
      ['watching', false],
      ['watching', true],
    ]);
  });

  it('should keep the error of a failed run when its teardown emits “stopped”, until the next run or “disabled”', () => {
    const { status$, emit, fail } = informerStatus({ hasSynced: false });
    let last: InformerStatus | undefined;
    status$.subscribe((status) => (last = status));

    emit({ phase: 'stopped' });
    fail(new Error('boom'));
    emit({ phase: 'stopped' });
    expect(last).toMatchObject({ phase: 'stopped', error: { message: expect.stringContaining('boom') } });
    fail(new Error('another'));
    expect(last).toMatchObject({ error: { message: expect.stringContaining('boom') } });
    emit({ phase: 'stopped', disabled: true });
    expect(last).toEqual({ phase: 'stopped', disabled: true, hasSynced: false });

    emit({ phase: 'stopped', error: incident });
    emit(watching);
    emit({ phase: 'stopped' });
    expect(last).toEqual({ phase: 'stopped', hasSynced: false });
  });

  it('should begin stopped, and emit that again when the store has synced before any status', () => {
    const store = { hasSynced: false };
    const { status$, refresh } = informerStatus(store);
    const statuses: InformerStatus[] = [];
    status$.subscribe((status) => void statuses.push(status));
    store.hasSynced = true;
    refresh();

    expect(statuses).toEqual([
      { phase: 'stopped', hasSynced: false },
      { phase: 'stopped', hasSynced: true },
    ]);
  });

  it('should remove an incident without a count from the status that it emits again', () => {
    const store = { hasSynced: false };
    const { status$, emit, refresh } = informerStatus(store);
    emit(watching);
    emit({ ...watching, incident });
    store.hasSynced = true;
    refresh();
    const late: InformerStatus[] = [];
    status$.subscribe((status) => void late.push(status)).unsubscribe();

    expect(late).toEqual([{ ...watching, hasSynced: true }]);
    expect(Object.keys(late[0] ?? {})).not.toContain('incidents');
  });
});
