import { describe, expect, it } from '@jest/globals';
import {
  BehaviorSubject,
  concat,
  defer,
  ignoreElements,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  tap,
  throwError,
  timer,
} from 'rxjs';
import {
  ConnectionError,
  type KubeObject,
  type ListerWatcher,
  reflect,
  type ReflectorStatus,
  type WatchEvent,
} from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { at, describeStatus, modified, page } from './scenario.ts';

type Watch = Observable<WatchEvent<KubeObject>>;

/**
 * Returns a source whose watches send reports. A report says whether the response to the watch has begun. The
 * reports come at the given times after the request.
 */
function late(lists: readonly string[], watches: readonly Watch[], ...reports: readonly [number, boolean][]) {
  const source = scriptedListerWatcher({
    list: lists.map((version) => of(page(version))),
    watch: watches,
  });
  const lateSource: ListerWatcher<KubeObject> = {
    list: (...query) => source.list(...query),
    watch: (options, { onIncident } = {}) => {
      const reported$ = reports.map(([ms, answered]) =>
        timer(ms).pipe(
          tap(() => onIncident?.(new ConnectionError(answered ? 'begun' : 'late', { answered }), 0)),
          ignoreElements(),
        ),
      );
      return defer(() => merge(...reported$, source.watch(options)));
    },
  };
  return { source, lateSource };
}

/**
 * Returns the statuses and the requests with their times. Omits requests that only read the current resourceVersion.
 */
function play({ source, lateSource }: ReturnType<typeof late>, end: number, onStatus?: () => void) {
  const statuses: string[] = [];
  const errors: unknown[] = [];
  const scheduler = marbles();
  scheduler.run(() => {
    const next = (value: ReflectorStatus): void => {
      statuses.push(`${scheduler.now()} ${describeStatus(value)}`);
      if ('incident' in value) onStatus?.();
    };
    const options = { streamingList: 'never', random: () => 0, status: { next } } as const;
    const subscription = reflect(lateSource, options).subscribe({
      error: (error: unknown) => errors.push(error),
    });
    scheduler.schedule(() => subscription.unsubscribe(), end);
  });
  const requests = source.requests
    .filter(({ options }) => !('limit' in options && options.limit === 1))
    .map(({ at: ms, verb }) => `${ms} ${verb}`);
  return { statuses, requests, errors };
}

describe('a watch without an answer', () => {
  it('should have the status `listing` from the report of the late answer on', () => {
    const { statuses } = play(late(['9'], [NEVER], [5_000, false]), 20_000);

    expect(statuses.slice(-3)).toEqual([
      '0 watching 9',
      '5000 listing 0 incident: ConnectionError',
      '20000 stopped',
    ]);
  });

  it('should have the status `watching` again when the answer begins', () => {
    const { statuses } = play(late(['9'], [NEVER], [5_000, false], [8_000, true]), 20_000);

    expect(statuses.slice(-3, -1)).toEqual([
      '5000 listing 0 incident: ConnectionError',
      '8000 watching 9 incident: ConnectionError',
    ]);
  });

  it('should have the status `watching` again with the first event, if the source reports no answer', () => {
    const watch = concat(timer(7_000).pipe(ignoreElements()), of(modified(at('a', '10'))), NEVER);
    const { statuses } = play(late(['9'], [watch], [5_000, false]), 20_000);

    expect(statuses.slice(-3, -1)).toEqual(['5000 listing 0 incident: ConnectionError', '7000 watching 9']);
  });

  it('should lead to a relist when it times out, and to fewer relists if that repeats', () => {
    const { requests } = play(late(['9'], [NEVER], [5_000, false]), 4_000_000);
    const verbs = requests.map((line) => line.split(' ')[1]);

    expect(verbs.slice(0, 10).join(' ')).toBe('list watch list watch list watch watch list watch watch');
  });

  it('should count its lifetime from the start of the answer', () => {
    const reset = throwError(() => new ConnectionError('reset', { answered: true }));
    const ends = (ms: number): Watch => concat(timer(ms).pipe(ignoreElements()), reset);
    const begun: readonly [number, boolean][] = [
      [5_000, false],
      [8_000, true],
    ];
    const until = (ms: number): string | undefined =>
      play(late(['9'], [ends(ms), NEVER], ...begun), ms + 1)
        .statuses.find((line) => line.includes('waiting'))
        ?.split(' until ')[1];

    expect([until(12_900), until(13_100)]).toEqual(['13700', '13100']);
  });

  it('should pass an error of the status observer to the stream, not as a failure of the source', () => {
    const thrown = new Error('mine');
    const { errors } = play(
      late(['9'], [concat(timer(6_000), NEVER) as never], [5_000, false]),
      20_000,
      () => {
        throw thrown;
      },
    );

    expect(errors).toEqual([thrown]);
  });

  it('should not lose its first event when the status `watching` disables the reflector (G2)', () => {
    const { source, lateSource } = late(
      ['9', '10'],
      [timer(8_000).pipe(map(() => modified(at('a', '10')))), NEVER],
      [5_000, false],
    );
    const scheduler = marbles();
    scheduler.run(() => {
      const enabled = new BehaviorSubject(true);
      const next = ({ phase }: ReflectorStatus): void => {
        if (phase === 'watching' && scheduler.now() === 8_000) enabled.next(false);
      };
      const options = { streamingList: 'never', random: () => 0, enabled, status: { next } } as const;
      const subscription = reflect(lateSource, options).subscribe();
      scheduler.schedule(() => enabled.next(true), 9_000);
      scheduler.schedule(() => subscription.unsubscribe(), 10_000);
    });

    expect(source.requests.map(({ at: ms, verb }) => `${ms} ${verb}`)).toEqual([
      '0 list',
      '0 watch',
      '9000 list',
      '9000 watch',
    ]);
    expect(source.requests[2]?.options).toMatchObject({ resourceVersion: '9', limit: 500 });
  });
});
