import { describe, expect, it } from '@jest/globals';
import { NEVER, type Observable, of, Subject, throwError } from 'rxjs';
import {
  informer,
  type Informer,
  type InformerOptions,
  type KubeObject,
  type ReflectorEvent,
  StatusError,
} from 'rx-informer';
import { sharedIndexInformer } from 'rx-informer/client-go';
import { kubeObject, type LoggedListerWatcher, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const list = { items: [kubeObject('a')], resourceVersion: '9' };
const failure = (code: number, more: object = {}): Observable<never> =>
  throwError(() => new StatusError({ code, reason: 'X', ...more }));

interface Run {
  readonly requests: readonly string[];
  readonly statuses: readonly string[];
}

/** Runs an informer in virtual time. `steps` are calls, by ms. */
function play(
  source: LoggedListerWatcher<KubeObject>,
  steps: Readonly<Record<number, (one: Informer<KubeObject>) => unknown>>,
  options: InformerOptions<KubeObject> & { readonly create?: typeof informer } = {},
): Run {
  const statuses: string[] = [];
  const scheduler = marbles();
  scheduler.run(() => {
    const { create = informer, ...rest } = options;
    const reflect = { streamingList: 'never', random: () => 0, ...rest.reflect } as const;
    const pods = create(source, { ...rest, reflect });
    pods.status$.subscribe(({ phase, ...more }) =>
      statuses.push(`${scheduler.now()} ${phase}${'attempt' in more ? ` #${more.attempt}` : ''}`),
    );
    const running = pods.changes().subscribe({ error: () => undefined });
    for (const [time, step] of Object.entries(steps)) scheduler.schedule(() => step(pods), Number(time));
    scheduler.schedule(() => running.unsubscribe(), 60_000);
  });
  return { requests: source.requests.map(({ at, verb }) => `${at} ${verb}`), statuses };
}

describe('retry()', () => {
  it('should send the next request at once, and restart the backoff', () => {
    const source = scriptedListerWatcher({
      list: [...Array.from({ length: 5 }, () => failure(500)), of(list)],
      watch: [NEVER],
    });
    const { requests, statuses } = play(source, { 6_000: (pods) => pods.retry() });

    expect(requests).toEqual(
      [0, 800, 2_400, 5_600, 6_000, 6_800].map((time) => `${time} list`).concat('6800 watch'),
    );
    expect(statuses).toContain('5600 waiting #4');
    expect(statuses).toContain('6000 waiting #1');
  });

  it.each([
    ['403', failure(403), 10],
    ['404', failure(404), 10],
    ['429 with a delay of an hour', failure(429, { retryAfterSeconds: 3_600 }), 10],
    ['the second 401', failure(401), 10],
  ])('should end the delay after %s', (_, refusal, at) => {
    const source = scriptedListerWatcher({ list: [refusal, refusal, of(list)], watch: [NEVER] });
    const { requests } = play(source, { [at]: (pods) => pods.retry(), [at + 1]: (pods) => pods.retry() });

    expect(requests.filter((line) => line.endsWith('watch')).length).toBe(1);
    expect(Number(requests.at(-1)?.split(' ')[0])).toBeLessThanOrEqual(at + 1);
  });

  it('should retry once for each delay, however often it is called', () => {
    const source = scriptedListerWatcher({ list: [failure(403)], watch: [NEVER] });
    const retryTwice = (pods: Informer<KubeObject>): void => {
      pods.retry();
      pods.retry();
    };

    expect(play(source, { 10: retryTwice, 20: retryTwice }).requests.slice(0, 4)).toEqual([
      '0 list',
      '10 list',
      '20 list',
      '30020 list',
    ]);
  });

  it('should work from a subscriber of the status, after all subscribers have the status', () => {
    const source = scriptedListerWatcher({ list: [failure(403), of(list)], watch: [NEVER] });
    const { requests, statuses } = play(
      source,
      {},
      {
        create: (from, options) => {
          const pods = informer(from, options);
          pods.status$.subscribe(({ phase }) => {
            if (phase === 'waiting') pods.retry();
          });
          return pods;
        },
      },
    );

    expect(requests).toEqual(['0 list', '0 list', '0 watch']);
    expect([...new Set(statuses)].slice(0, 4)).toEqual([
      '0 stopped',
      '0 listing',
      '0 waiting #1',
      '0 watching',
    ]);
    expect(statuses.indexOf('0 waiting #1')).toBeLessThan(statuses.lastIndexOf('0 listing'));
  });

  it('should have no effect during a list and a watch', () => {
    const source = scriptedListerWatcher({
      list: [NEVER, of(list)],
      watch: [NEVER],
    });
    const watching = scriptedListerWatcher({ list: [of(list)], watch: [NEVER] });

    expect(play(source, { 10: (pods) => pods.retry() }).requests).toEqual(['0 list']);
    expect(play(watching, { 10: (pods) => pods.retry() }).requests).toEqual(['0 list', '0 watch']);
  });

  it('should not keep a call for a later delay', () => {
    const source = scriptedListerWatcher({
      list: [of(list)],
      watch: [NEVER],
    });
    const enabled = new Subject<boolean>();
    const { requests } = play(
      source,
      {
        10: () => enabled.next(false),
        20: (pods) => pods.retry(),
        30: () => enabled.next(true),
      },
      { reflect: { enabled } },
    );

    expect(requests).toEqual(['0 list', '0 watch', '30 list', '30 watch']);
  });

  it('should have no effect before the start, after an unsubscribe and after a fatal error', () => {
    const source = scriptedListerWatcher({ list: [failure(400)], watch: [NEVER] });
    const fatal = play(source, { 10: (pods) => pods.retry() });
    const idle = informer(scriptedListerWatcher({ list: [of(list)], watch: [NEVER] }));
    idle.retry();

    expect(fatal.requests).toEqual(['0 list']);
    expect(fatal.statuses.at(-1)).toBe('0 stopped');
  });

  it('should work again after an unsubscribe and a resubscription', () => {
    const source = scriptedListerWatcher({ list: [failure(403)], watch: [NEVER] });
    const scheduler = marbles();
    scheduler.run(() => {
      const pods = informer(source, { resetDelay: 0, reflect: { streamingList: 'never' } });
      const first = pods.changes().subscribe();
      scheduler.schedule(() => first.unsubscribe(), 5);
      scheduler.schedule(() => pods.retry(), 7);
      scheduler.schedule(() => {
        const second = pods.changes().subscribe();
        scheduler.schedule(() => second.unsubscribe(), 90);
      }, 10);
      scheduler.schedule(() => pods.retry(), 20);
    });

    expect(source.requests.map(({ at }) => at)).toEqual([0, 10, 20]);
  });

  it('should have no effect for an informer over a stream of events', () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const pods = informer(events$);
    const running = pods.start();
    pods.retry();

    expect(events$.observed).toBe(true);
    running.unsubscribe();
  });

  it('should retry the informer of a shared informer', () => {
    const source = scriptedListerWatcher({ list: [failure(403), of(list)], watch: [NEVER] });
    const times: number[] = [];
    const scheduler = marbles();
    scheduler.run(() => {
      const pods = sharedIndexInformer(source, { reflect: { streamingList: 'never' } });
      const running = pods.start();
      scheduler.schedule(() => pods.retry(), 10);
      scheduler.schedule(() => running.unsubscribe(), 100);
    });
    times.push(...source.requests.map(({ at }) => at));

    expect(times).toEqual([0, 10, 10]);
  });
});
