import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, NEVER, type Observable, of } from 'rxjs';
import {
  ConnectionError,
  deltaFifo,
  indexedStore,
  type KubeObject,
  listWatch,
  reflect,
  type ReflectOptions,
  type WatchEvent,
} from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { bytes, errorFrame, fakeTransport, frameText, pageText } from '../source/fake-transport.ts';
import { marbles } from '../support/marbles.ts';
import { stillClock } from '../support/virtual-time.ts';
import { added, after, at, bookmark, deleted, modified, page, play, status } from './scenario.ts';

const a = at('a', '3');
const b = at('b', '4');
const paged: ReflectOptions = { streamingList: 'never', random: () => 0 };
const pods = { group: '', version: 'v1', resource: 'pods' };
const broken = { metadata: { name: 'x' } } as unknown as KubeObject;
const refused = (): Observable<never> => after(0, status(502));

/** Returns the lines of the statuses that report a failure. */
const waits = (statuses: readonly string[]): string[] => statuses.filter((line) => line.includes('waiting'));

describe('the watches of a reflector', () => {
  describe('events, applied to a store', () => {
    stillClock();

    it('should add, update and delete objects, and skip an event without an object (B21)', () => {
      const store = indexedStore<KubeObject>();
      const emitted: string[] = [];
      const source = scriptedListerWatcher({
        list: [of(page('9', a, b))],
        watch: [
          concat(
            of(added(at('c', '10')), modified(at('a', '11')), modified(broken), deleted(at('b', '12'))),
            NEVER,
          ),
        ],
      });
      store.batches$.subscribe((batch) => {
        emitted.push(
          ...batch.map(({ type, key, object }) => `${type} ${key}@${object.metadata.resourceVersion}`),
        );
      });

      const running = reflect(source, paged).pipe(deltaFifo()).subscribe(store);

      expect(emitted).toEqual(['added a@3', 'added b@4', 'added c@10', 'updated a@11', 'deleted b@12']);
      expect(store.listKeys()).toEqual(['a', 'c']);
      running.unsubscribe();
    });
  });

  describe('events', () => {
    it('should count only if well-formed: a malformed event changes no version and is no proof of activity (B40)', () => {
      const moved = play(({ cold }) => ({
        list: [of(page('9'))],
        watch: [cold('6s (xy|)', { x: modified(broken), y: added(broken) }), NEVER],
        for: 20_000,
      }));
      const suspected = play(() => ({ list: [of(page('9'))], watch: [of(modified(broken))], for: 6_000 }));

      expect(moved.requests.at(-1)).toBe('6000 watch resourceVersion=9');
      // Watches with only malformed events count as watches without events. After three consecutive watches without
      // events, the reflector relists (P137).
      expect(suspected.requests).toContain('5600 list limit=500');
    });

    it('should not be resumed from after a watch from version 0, whose events are unordered: a relist follows (B42)', () => {
      const { requests, events } = play(({ cold }) => ({
        list: [of(page('0', at('a', '55'), at('c', '20'))), of(page('0', at('a', '55')))],
        watch: [
          cold('6s (ab|)', { a: added(at('a', '55')), b: added(at('b', '32')) }),
          cold('6s (abm|)', { a: added(at('a', '55')), b: added(at('b', '32')), m: modified(at('a', '60')) }),
          cold('6s (k|)', { k: bookmark('61') }),
          status(500),
          NEVER,
        ],
        for: 30_000,
      }));

      expect(requests.map((line) => line.replace('&', ' ').replace(' limit=500', ''))).toEqual([
        ...['0 list', '0 watch resourceVersion=0', '6000 list', '6000 watch resourceVersion=0'],
        ...['12000 list', '12000 watch resourceVersion=0', '18000 list', '18000 watch resourceVersion=0'],
        ...['18800 list', '18800 watch resourceVersion=0'],
      ]);
      expect(events).toContain('6000 REPLACED 0: a');
    });

    it('should lead to a relist after a streamed list with version 0, or after the reflector was disabled during such a watch', () => {
      const end: WatchEvent<KubeObject> = { type: 'BOOKMARK', resourceVersion: '0', initialEventsEnd: true };
      const streamed = play(({ cold }) => ({
        watch: [cold('(ae) 6s (m|)', { a: added(at('a', '55')), e: end, m: modified(at('a', '60')) }), NEVER],
        options: { streamingList: 'auto' },
        for: 8_000,
      }));
      const disabled = play(({ cold }) => ({
        list: [of(page('0')), of(page('70'))],
        watch: [NEVER],
        options: { enabled: cold('2s a 2s b', { a: false, b: true }) },
        for: 8_000,
      }));

      expect(streamed.requests).toEqual([
        '0 watch sendInitialEvents=true',
        '6004 watch sendInitialEvents=true',
      ]);
      expect(disabled.requests.slice(2)).toEqual(['4001 list limit=500', '4001 watch resourceVersion=70']);
    });

    it('should not be skipped after a frame of an unknown type: the watch resumes before the frame (Q21)', () => {
      const unknown = `${JSON.stringify({ type: 'PATCHED', object: { metadata: { resourceVersion: '11' } } })}\n`;
      const transport = fakeTransport(
        of(bytes(pageText('5', ''))),
        concat(of(bytes(frameText('MODIFIED', 'a') + unknown)), NEVER),
        of(bytes(pageText('7', ''))),
        NEVER,
      );

      marbles().run(({ expectObservable }) => {
        expectObservable(reflect(listWatch(transport, pods), paged), '^ 2s !');
      });

      expect(transport.requests.map(({ query }) => query?.['resourceVersion'])).toEqual([
        undefined,
        '5',
        undefined,
        '7',
      ]);
    });
  });

  describe('failures', () => {
    it('should back off and resume, without a relist, after a 429 in the stream (B34)', () => {
      const throttled = errorFrame({ code: 429, reason: 'TooManyRequests', message: 'busy' });
      const transport = fakeTransport(
        of(bytes(pageText('5', ''))),
        concat(of(bytes(frameText('MODIFIED', 'a') + throttled)), NEVER),
        status(429),
        NEVER,
      );
      const emitted: string[] = [];

      marbles().run(({ expectObservable }) => {
        const options: ReflectOptions = {
          ...paged,
          status: {
            next: (value) => {
              if (value.phase === 'waiting') emitted.push(`${value.failure} ${value.retryAt - value.since}`);
            },
          },
        };
        expectObservable(reflect(listWatch(transport, pods), options), '^ 10s !');
      });

      expect(emitted).toEqual(['throttled 800', 'throttled 1600']);
      expect(
        transport.requests.map(({ query }) => `${query?.['watch']} ${query?.['resourceVersion']}`),
      ).toEqual(['undefined undefined', 'true 5', 'true 7', 'true 7']);
    });

    it('should resume four times after 429, with one list (B33)', () => {
      const { requests } = play(() => ({
        list: [of(page('9'))],
        watch: [status(429), status(429), status(429), status(429), NEVER],
        for: 60_000,
      }));

      expect(requests.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
        '0 list',
        '0 watch',
        '800 watch',
        '2400 watch',
        '5600 watch',
        '12000 watch',
      ]);
    });

    it('should resume after a 500 in the stream, and relist after the fifth failure in a row (G18)', () => {
      const { requests } = play(({ cold }) => ({
        list: [of(page('9')), of(page('10'))],
        watch: [concat(cold('m|', { m: modified(at('a', '10')) }), status(500)), status(500)],
        for: 30_000,
      }));

      expect(requests.slice(1)).toEqual([
        '0 watch resourceVersion=9',
        '801 watch resourceVersion=10',
        '2401 watch resourceVersion=10',
        '5601 watch resourceVersion=10',
        '12001 watch resourceVersion=10',
        '24801 list resourceVersion=10&resourceVersionMatch=NotOlderThan&limit=500',
        '24801 watch resourceVersion=10',
      ]);
    });

    it('should relist after one StorageReadError, and so drop the unreadable object (B37)', () => {
      const { requests, events } = play(({ cold }) => ({
        list: [of(page('3', a)), of(page('5', a))],
        watch: [concat(cold('m|', { m: added(at('corrupt', '4')) }), status(500, 'StorageReadError')), NEVER],
        for: 30_000,
      }));

      expect(requests.slice(2)).toEqual([
        '801 list resourceVersion=4&resourceVersionMatch=NotOlderThan&limit=500',
        '801 watch resourceVersion=5',
      ]);
      expect(events).toEqual(['0 REPLACED 3: a', '0 ADDED corrupt@4', '801 REPLACED 5: a']);
    });

    it('should be reported each time: in the stream, at its start, or after a short watch (B47, Q5, against B35 and B48)', () => {
      const { statuses } = play(({ cold }) => ({
        list: [status(500), of(page('9')), of(page('11'))],
        watch: [
          cold('k#', { k: bookmark('10') }, new ConnectionError('reset')),
          status(503),
          concat(cold('k|', { k: bookmark('11') }), status(410)),
          EMPTY,
          status(403),
          NEVER,
        ],
        for: 60_000,
      }));

      expect(waits(statuses).map((line) => line.split(' ').slice(1, 4).join(' '))).toEqual([
        'waiting transient #1',
        'waiting transient #1',
        'waiting throttled #2',
        'waiting expired #1',
        'waiting transient #1',
        'waiting forbidden #2',
      ]);
    });

    it('should wait as long as the option `backoff` says (B43)', () => {
      const { statuses } = play(() => ({
        list: [of(page('9'))],
        watch: [refused()],
        options: { backoff: { initial: 10, max: 100 } },
        for: 160,
      }));

      expect(waits(statuses)).toEqual([
        '0 waiting transient #1 until 10',
        '10 waiting transient #2 until 30',
        '30 waiting transient #3 until 70',
        '70 waiting transient #4 until 150',
        '150 waiting transient #5 until 250',
      ]);
    });

    it('should never shorten the wait while the server refuses, for any duration (Q1)', () => {
      const { statuses } = play(() => ({
        list: [of(page('9')), refused()],
        watch: [refused()],
        for: 1_200_000,
      }));
      const delays = waits(statuses).map((line) => {
        const [now, until] =
          line.match(/\d+/g)?.filter((_, index, all) => [0, all.length - 1].includes(index)) ?? [];
        return Number(until) - Number(now);
      });

      expect(delays.slice(0, 7)).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000]);
      expect(new Set(delays.slice(7))).toEqual(new Set([30_000]));
      expect(delays.length).toBeGreaterThan(40);
    });
  });
});
