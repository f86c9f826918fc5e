import { describe, expect, it } from '@jest/globals';
import {
  asyncScheduler,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  map,
  NEVER,
  type Observable,
  ignoreElements,
  mergeWith,
  switchMap,
  take,
  takeUntil,
  timer,
} from 'rxjs';
import { OptionsError, StatusError, type Transport } from 'rx-informer';
import { kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';
import { leaderElection } from '../../src/controller/leader-election.ts';
import type { LeaseOptions } from '../../src/controller/leader-election-options.ts';
import type { Leadership } from '../../src/controller/machine/elector-types.ts';
import type { LeaseObject } from '../../src/controller/machine/lease-record.ts';

const options = (identity: string, more: Partial<LeaseOptions> = {}): LeaseOptions => ({
  key: 'jobs/lock',
  identity,
  random: () => 0, // a process tries to acquire the Lease every 2 s
  ...more,
});

/**
 * Returns a value as text. `+a1`: this process leads as `a`, after one transition. `-b1`: this process follows `b`,
 * after one transition. `!` at the end: the value contains an error.
 */
const text = ({ isLeader, leader = '', transitions, error }: Leadership): string =>
  `${isLeader ? '+' : '-'}${leader}${transitions}${error === undefined ? '' : '!'}`;
const texts = map(text);
const values = {
  n: '-0',
  a: '+a0',
  b: '+b1',
  f: '-a0',
  x: '-x1',
  g: '-a0!',
  e: '-0!',
};

const setUp = () => {
  const cluster = virtualCluster();
  const leases = cluster.collection<LeaseObject>('leases.coordination.k8s.io');
  const put = (spec: unknown): unknown => leases.put({ ...kubeObject('jobs/lock'), spec });
  const spec = (): Readonly<Record<string, unknown>> =>
    (leases.objects()[0]?.spec ?? {}) as Readonly<Record<string, unknown>>;
  const requests = (): readonly string[] => cluster.requests.map(({ at, verb }) => `${at} ${verb}`);
  return { cluster, leases, put, spec, requests, transport: cluster.transport };
};
const held = (holderIdentity: unknown, more: object = {}): object => ({
  holderIdentity,
  leaseDurationSeconds: 15,
  acquireTime: '2020-01-01T00:00:00.000000Z',
  renewTime: '2020-01-01T00:00:00.000000Z',
  leaseTransitions: 0,
  ...more,
});

describe('leaderElection', () => {
  it('should create a missing Lease, and renew it every retry period by updates only (B233, B238, B240)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, requests, spec } = setUp();
      const leadership$ = leaderElection(transport, options('a'));
      expectObservable(leadership$.pipe(texts), '^ 5s !').toBe('(na)', values);
      timer(4_500).subscribe(() => {
        expect(requests()).toEqual(['0 get', '0 create', '0 update', '2000 update', '4000 update']);
        expect(spec()).toEqual({
          holderIdentity: 'a',
          leaseDurationSeconds: 15,
          acquireTime: '1970-01-01T00:00:00.000000Z',
          renewTime: '1970-01-01T00:00:04.000000Z',
          leaseTransitions: 0,
        });
      });
    });
  });

  it('should follow a leader, and take its Lease over after 15 s without a change (B234, B235, B239)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, put } = setUp();
      put(held('a', { renewTime: '2999-01-01T00:00:00Z' }));
      expectObservable(leaderElection(transport, options('b')).pipe(texts), '^ 20s !').toBe(
        '(nf) 15996ms b',
        values,
      );
    });
  });

  it('should wait as long as the Lease says (B236), and not at all for an empty holder (B237)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const [short, free] = [setUp(), setUp()];
      short.put(held('a', { leaseDurationSeconds: 3 }));
      free.put(held(''));
      expectObservable(leaderElection(short.transport, options('b')).pipe(texts), '^ 9s !').toBe(
        '(nf) 3996ms b',
        values,
      );
      expectObservable(leaderElection(free.transport, options('b')).pipe(texts), '^ 9s !').toBe(
        '(nb)',
        values,
      );
    });
  });

  it('should release its Lease after an unsubscribe, so that another process leads immediately (B241, B244)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, requests } = setUp();
      expectObservable(leaderElection(transport, options('a')).pipe(texts), '^ 5s !').toBe('(na)', values);
      const follower$ = leaderElection(transport, options('b')).pipe(texts);
      expectObservable(follower$, '500ms ^ 7s !').toBe('500ms (nf) 5996ms b', values);
      timer(5_100).subscribe(() => expect(requests().slice(-2)).toEqual(['5001 get', '5001 update']));
    });
  });

  it('should stop the work before the release, and wait for beforeRelease', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { cluster, transport, spec } = setUp();
      const log: string[] = [];
      const note = (what: string): unknown => log.push(`${asyncScheduler.now()} ${what}`);
      const beforeRelease = (): Observable<unknown> => timer(3_000).pipe(finalize(() => note('drained')));
      const work$ = leaderElection(transport, options('a', { beforeRelease })).pipe(
        switchMap(({ isLeader }) => (isLeader ? NEVER.pipe(finalize(() => note('stopped'))) : EMPTY)),
      );
      cluster.requests$.pipe(takeUntil(timer(9_000))).subscribe(({ verb, body }) => {
        const { spec: written } = (body ?? {}) as Partial<LeaseObject>;
        const { holderIdentity } = (written ?? {}) as { readonly holderIdentity?: string };
        if (verb === 'update' && holderIdentity === '') note('released');
      });
      expectObservable(work$, '^ 5s !').toBe('');
      timer(9_500).subscribe(() => {
        expect(log).toEqual(['5001 stopped', '8001 drained', '8001 released']);
        expect(spec()['holderIdentity']).toBe('');
      });
    });
  });

  it('should not release the Lease if the work drains longer than the Lease is valid', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, requests } = setUp();
      const leadership$ = leaderElection(transport, options('a', { beforeRelease: () => NEVER }));
      expectObservable(leadership$.pipe(texts), '^ 1s !').toBe('(na)', values);
      timer(60_000).subscribe(() => expect(requests()).toEqual(['0 get', '0 create', '0 update']));
    });
  });

  it('should not release with releaseOnStop: false, nor the Lease of another process (B242)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const [kept, taken] = [setUp(), setUp()];
      const off$ = leaderElection(kept.transport, options('a', { releaseOnStop: false }));
      expectObservable(off$.pipe(texts), '^ 1s !').toBe('(na)', values);
      expectObservable(leaderElection(taken.transport, options('a')).pipe(texts), '^ 1s !').toBe(
        '(na)',
        values,
      );
      timer(500).subscribe(() => taken.put(held('x', { leaseTransitions: 1 })));
      timer(2_000).subscribe(() => {
        expect(kept.spec()['holderIdentity']).toBe('a');
        expect(taken.spec()['holderIdentity']).toBe('x');
      });
    });
  });

  it('should end the leadership as soon as it reads another holder', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const { transport, put } = setUp();
      cold('3s x|').subscribe(() => put(held('x', { leaseTransitions: 1 })));
      expectObservable(leaderElection(transport, options('a')).pipe(texts), '^ 9s !').toBe(
        '(na) 3996ms x',
        values,
      );
    });
  });

  it('should end the leadership at the renew deadline, and lead again later', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport } = setUp();
      const cut: Transport = {
        open: (request) =>
          defer(() => {
            const now = asyncScheduler.now();
            return now > 3_000 && now < 20_000 ? NEVER : transport.open(request);
          }),
      };
      const isLeader$ = leaderElection(cut, options('a')).pipe(
        map(({ isLeader }) => String(isLeader)),
        distinctUntilChanged(),
      );
      // The process renews the Lease at 2 s. All attempts between 4 s and 14 s fail, so the leadership ends at 14 s.
      // The Lease is valid until 17 s. The release fails at 19 s, and the next attempt follows 2 s later.
      expectObservable(isLeader$, '^ 40s !').toBe('(ft) 13996ms f 6999ms t', { f: 'false', t: 'true' });
    });
  });

  it('should show an error such as a 403, and continue (error)', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const { transport } = setUp();
      const refused: Transport = {
        open: (request) =>
          defer(() => {
            if (asyncScheduler.now() < 3_000) throw new StatusError({ code: 403, message: 'no' });
            return transport.open(request);
          }),
      };
      expectObservable(leaderElection(refused, options('a')).pipe(texts), '^ 9s !').toBe(
        '(ne) 3996ms a',
        values,
      );
      expectObservable(
        leaderElection({ open: () => cold<never>('|') }, options('a')).pipe(texts),
        '^ 3s !',
      ).toBe('(ne)', values);
    });
  });

  it('should fail an attempt after 5 s without an answer (never)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const errors$ = leaderElection({ open: () => NEVER }, options('a')).pipe(texts);
      expectObservable(errors$, '^ 6s !').toBe('n 4999ms e', values);
    });
  });

  it('should send no request after an early unsubscribe, and elect again after a resubscribe', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, requests } = setUp();
      const leadership$ = leaderElection(transport, options('a'));
      expectObservable(leadership$.pipe(texts, take(1))).toBe('(n|)', values);
      timer(500).subscribe(() => expect(requests()).toEqual([]));
      expectObservable(leadership$.pipe(texts), '1s ^ 1s !').toBe('1s (na)', values);
      expectObservable(leadership$.pipe(texts), '3s ^ 1s !').toBe('3s (nc)', { ...values, c: '+a1' });
    });
  });

  it('should release a write whose answer it did not await', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const cluster = virtualCluster();
      const slow: Transport = {
        open: (request) =>
          cluster.transport.open(request).pipe(switchMap((answer) => timer(500).pipe(map(() => answer)))),
      };
      expectObservable(leaderElection(slow, options('a')).pipe(texts), '^ 300ms !').toBe('n', values);
      timer(3_000).subscribe(() => {
        const [lease] = cluster.objects<LeaseObject>('leases.coordination.k8s.io');
        expect(lease?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
      });
    });
  });

  it.each([
    ['a holder that is not a string', held(7)],
    ['a negative duration', held('a', { leaseDurationSeconds: -1 })],
    ['an invalid time', held('a', { renewTime: 'soon' })],
    ['transitions that are not a whole number', held('a', { leaseTransitions: 0.5 })],
    ['a spec that is a string', 'spec'],
  ])('should take over an unreadable Lease after the own duration: %s', (_, spec) => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, put } = setUp();
      put(spec);
      const leader$ = leaderElection(transport, options('b')).pipe(texts);
      expectObservable(leader$, '^ 20s !').toBe('n 15999ms b', { ...values, b: '+b0' });
    });
  });

  it('should take a Lease without a spec immediately', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, put } = setUp();
      put(undefined);
      expectObservable(leaderElection(transport, options('b')).pipe(texts), '^ 1s !').toBe('(nb)', values);
    });
  });

  it('should merge its labels into those of the Lease (B249)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, leases } = setUp();
      leases.put({
        ...kubeObject('jobs/lock', { metadata: { labels: { app: 'x', team: 'y' } } }),
        spec: held(''),
      });
      const leadership$ = leaderElection(transport, options('b', { labels: { app: 'jobs' } }));
      expectObservable(leadership$.pipe(texts, ignoreElements(), mergeWith(EMPTY)), '^ 1s !').toBe('');
      timer(1_500).subscribe(() =>
        expect(leases.objects()[0]?.metadata.labels).toEqual({ app: 'jobs', team: 'y' }),
      );
    });
  });

  it('should refuse wrong options, with the rules of client-go (B245)', () => {
    const { transport } = setUp();
    const call = (more: object) => () => leaderElection(transport, { ...options('a'), ...more });
    expect(call({ leaseDuration: 10_000 })).toThrow(
      'leaderElection: leaseDuration must be more than renewDeadline (10000 ms), not 10000',
    );
    expect(call({ renewDeadline: 2_400 })).toThrow(
      'leaderElection: renewDeadline must be more than 1.2 times the retryPeriod (2000 ms), not 2400',
    );
    for (const wrong of [
      { retryPeriod: 0 },
      { leaseDuration: 900, renewDeadline: 700, retryPeriod: 500 },
      { identity: '' },
      { key: 'lock' },
      { key: '../lock' },
      { key: 'jobs/a/b' },
      { randomSource: () => 0 },
    ]) {
      expect(call(wrong)).toThrow(OptionsError);
    }
    expect(call({ renewDeadline: 2_401 })).not.toThrow();
  });
});
