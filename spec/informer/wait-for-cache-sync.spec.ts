import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject, NEVER, of, Subject, throwError } from 'rxjs';
import {
  informer,
  KubeError,
  type KubeObject,
  OptionsError,
  type ReflectorEvent,
  waitForCacheSync,
} from 'rx-informer';
import { fakeControllerSource, kubeObject, scriptedListerWatcher } from 'rx-informer/testing';

const list: ReflectorEvent<KubeObject> = { type: 'REPLACED', items: [kubeObject('a')], resourceVersion: '1' };

describe('waitForCacheSync', () => {
  it('should resolve when all informers have synced (B171)', async () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const [first, second] = [informer(fakeControllerSource([kubeObject('a')])), informer(events)];
    const running = [first.start(), second.start()];
    let done = false;
    const waiting = waitForCacheSync([first, second]).then(() => (done = true));

    await Promise.resolve();
    expect(done).toBe(false);
    events.next(list);
    await waiting;

    expect(second.store.size).toBe(1);
    for (const one of running) one.unsubscribe();
  });

  it('should resolve for no informers, and for a synced and stopped informer', async () => {
    const things = informer(of(list));
    things.start();

    await waitForCacheSync([]);
    await waitForCacheSync([things]);
  });

  it('should reject immediately for an informer that is not running', async () => {
    await expect(waitForCacheSync([informer(NEVER)])).rejects.toThrow(/informer 1 of 1 does not run/);
  });

  it('should reject for an informer that is stopped during the wait, and name the reason', async () => {
    const things = informer(NEVER);
    const running = things.start();
    const waiting = waitForCacheSync([things]);
    running.unsubscribe();

    await expect(waiting).rejects.toThrow(
      /does not run and has not synced: it was stopped while this waited/,
    );
  });

  it('should refuse a signal in place of the options', async () => {
    const signal = AbortSignal.timeout(10_000) as object;

    await expect(waitForCacheSync([], signal)).rejects.toThrow(
      /waitForCacheSync: options must be an object with signal/,
    );
  });

  it('should reject for an informer that fails, with its error', async () => {
    const broken = informer(throwError(() => new Error('boom')));
    broken.start();

    await expect(waitForCacheSync([broken])).rejects.toMatchObject({ cause: expect.any(KubeError) });
  });

  it('should name the informers that have not synced, with the reason, when the signal aborts (B171, B172)', async () => {
    const stop = new AbortController();
    const refusing = scriptedListerWatcher<KubeObject>({
      list: [throwError(() => new Error('ECONNREFUSED'))],
      watch: [NEVER],
    });
    const things = [
      informer(of(list)),
      informer<KubeObject>(NEVER),
      informer(refusing, { reflect: { streamingList: 'never' } }),
    ];
    const running = things.map((one) => one.start());
    const waiting = waitForCacheSync(things, { signal: stop.signal });

    stop.abort(new Error('enough'));

    await expect(waiting).rejects.toThrow(
      /not synced: informer 2 of 3: listing, 0 objects so far; informer 3 of 3: .*ECONNREFUSED/,
    );
    await expect(waiting).rejects.toMatchObject({ cause: { message: 'enough' } });
    for (const one of running) one.unsubscribe();
  });

  it('should name the step that an unsynced informer waits for: its start, its store, its option', async () => {
    const stop = new AbortController();
    const enabled = new BehaviorSubject(false);
    const disabled = informer(fakeControllerSource([kubeObject('a')]), { reflect: { enabled } });
    const running = disabled.start();
    const ofStatus = (status: object): Pick<ReturnType<typeof informer>, 'status$'> =>
      ({ status$: new BehaviorSubject(status) }) as never;
    const waiting = waitForCacheSync(
      [
        disabled,
        ofStatus({ phase: 'watching', since: 0, resourceVersion: '1', hasSynced: false }),
        ofStatus({ phase: 'watching', since: 0, resourceVersion: '1', hasSynced: true }),
        { status$: NEVER },
      ],
      { signal: stop.signal },
    );

    stop.abort();

    await expect(waiting).rejects.toThrow(
      'not synced: informer 1 of 4: its option `enabled` is false; informer 2 of 4: its list is being stored; ' +
        'informer 4 of 4: not running: subscribe to its changes, or start it',
    );
    await expect(waiting).rejects.toMatchObject({ failure: 'transient' });
    running.unsubscribe();
  });

  it('should advise to start an informer that was never started', async () => {
    const waiting = waitForCacheSync([informer(NEVER)]);

    await expect(waiting).rejects.toThrow('start it, or subscribe to its changes, before waiting');
    await expect(waiting).rejects.toMatchObject({ failure: 'fatal', cause: undefined });
  });

  it('should accept any object with a status, and reject with its error', async () => {
    const error = new KubeError('fatal', 'boom');
    const failed = { status$: of({ phase: 'stopped' as const, error, hasSynced: false }) };

    await expect(waitForCacheSync([failed])).rejects.toMatchObject({ cause: error });
  });

  it('should have the advice of the error that ended the informer', async () => {
    const error = new KubeError('fatal', 'boom', { advice: 'mend it' });
    const failed = { status$: of({ phase: 'stopped' as const, error, hasSynced: false }) };

    await expect(waitForCacheSync([failed])).rejects.toMatchObject({ advice: 'mend it' });
  });

  it('should advise how to start an informer that does not run', async () => {
    await expect(waitForCacheSync([informer(NEVER)])).rejects.toMatchObject({
      advice: 'start it, or subscribe to its changes, before waiting',
    });
  });

  it('should have the advice of each failure that an informer waits for when the signal aborts', async () => {
    const waiting = (advice: string) => {
      const error = new KubeError('transient', 'no', { advice });
      const retry = { failure: error.failure, attempt: 1, since: 0, retryAt: 9, hasSynced: false };
      return { status$: new BehaviorSubject({ phase: 'waiting' as const, error, ...retry }) };
    };
    const things = [waiting('start the server'), waiting('start the server'), waiting('sign in')];

    await expect(waitForCacheSync(things, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      advice: 'start the server; sign in',
    });
  });

  it('should name the error of a list that is late, or is a retry, with its advice', async () => {
    const error = (message: string): KubeError => new KubeError('transient', message, { advice: message });
    const listing = { phase: 'listing' as const, since: 0, received: 0, hasSynced: false };
    const things = [
      { status$: new BehaviorSubject({ ...listing, incident: error('late') }) },
      { status$: new BehaviorSubject({ ...listing, lastError: error('refused') }) },
      { status$: new BehaviorSubject({ ...listing, lastError: error('old'), incident: error('new') }) },
    ];

    await expect(waitForCacheSync(things, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      message:
        'not synced: informer 1 of 3: listing, 0 objects so far: late; ' +
        'informer 2 of 3: listing, 0 objects so far: refused; informer 3 of 3: listing, 0 objects so far: new',
      advice: 'late; refused; new',
    });
  });

  it('should advise to wait longer if no informer has failed', async () => {
    const status = { phase: 'listing' as const, since: 0, received: 5, hasSynced: false };
    const things = { status$: new BehaviorSubject(status) };

    await expect(waitForCacheSync([things], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      advice: 'wait longer; if that does not help, look at the status of each informer',
    });
  });

  it('should name the invalid argument', async () => {
    for (const wrong of [null, undefined, {}, 1])
      await expect(waitForCacheSync([wrong as never])).rejects.toThrow(/waitForCacheSync: informers/);
    await expect(waitForCacheSync(5 as never)).rejects.toThrow(
      /waitForCacheSync: informers must be .*informers/,
    );
  });

  it('should reject immediately for an aborted signal', async () => {
    const things = informer<KubeObject>(NEVER);
    const running = things.start();

    await expect(waitForCacheSync([things], { signal: AbortSignal.abort() })).rejects.toThrow('not synced');
    running.unsubscribe();
  });

  it('should wait for a disabled informer', async () => {
    const enabled = new BehaviorSubject(false);
    const things = informer(fakeControllerSource([kubeObject('a')]), { reflect: { enabled } });
    const running = things.start();
    const waiting = waitForCacheSync([things]);

    enabled.next(true);
    await waiting;

    expect(things.store.size).toBe(1);
    running.unsubscribe();
  });

  it('should refuse an invalid informer', async () => {
    await expect(waitForCacheSync(undefined as never)).rejects.toThrow(OptionsError);
    await expect(waitForCacheSync([{} as never])).rejects.toThrow(OptionsError);
  });

  it('should refuse an invalid signal', async () => {
    await expect(waitForCacheSync([], { signal: 5 as never })).rejects.toThrow(OptionsError);
  });
});
