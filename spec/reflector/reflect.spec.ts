import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, NEVER, of, throwError } from 'rxjs';
import {
  KubeError,
  type KubeObject,
  OptionsError,
  ProtocolError,
  reflect,
  type ReflectOptions,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import { kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { added, after, at, bookmark, deleted, modified, page, play, status } from './scenario.ts';

const a = at('a', '3');
const b = at('b', '4');

describe('reflect', () => {
  describe('list and watch', () => {
    it('should emit a list as one value after its last page, then the events of the watch', () => {
      marbles().run(({ cold, expectObservable }) => {
        const source = scriptedListerWatcher({
          list: [cold('p-q|', { p: page('9', a), q: page('9', b) })],
          watch: [cold('-m-k', { m: modified(at('a', '10')), k: bookmark('12') })],
        });
        const expected = '   ---rm-k';

        expectObservable(reflect(source, { streamingList: 'never' }), '^---------!').toBe(expected, {
          r: { type: 'REPLACED', items: [a, b], resourceVersion: '9' },
          m: modified(at('a', '10')),
          k: bookmark('12'),
        });
      });
    });

    it('should request the most recent state in pages of 500 first, then watch from its version with bookmarks (B8, B19)', () => {
      const source = scriptedListerWatcher({ list: [of(page('9'))], watch: [NEVER] });

      reflect(source, { streamingList: 'never', random: () => 0 })
        .subscribe()
        .unsubscribe();

      expect(source.requests.map(({ verb, options }) => ({ verb, options }))).toEqual([
        { verb: 'list', options: { limit: 500 } },
        { verb: 'watch', options: { resourceVersion: '9', allowWatchBookmarks: true, timeoutSeconds: 300 } },
      ]);
    });

    it.each([
      ['[300, 600)', undefined, [300, 599]],
      ['[1800, 3600)', { watchTimeout: 1_800_000 }, [1_800, 3_599]],
    ])(
      'should ask the server to close a watch after a random time in %s s (B20)',
      (_range, options, ends) => {
        const asked = [0, 0.9995].map((random) => {
          const source = scriptedListerWatcher({ list: [of(page('9'))], watch: [NEVER] });
          reflect(source, { streamingList: 'never', random: () => random, ...options })
            .subscribe()
            .unsubscribe();
          return source.requests[1]?.options.timeoutSeconds;
        });

        expect(asked).toEqual(ends);
      },
    );

    it('should resume from the version of the last event or bookmark, without a list (B23, B25)', () => {
      const { events, requests } = play(({ cold }) => ({
        list: [of(page('9', a))],
        watch: [cold('6s m k 6s |', { m: modified(at('a', '10')), k: bookmark('20') }), NEVER],
        for: 20_000,
      }));

      expect(events).toEqual(['0 REPLACED 9: a', '6000 MODIFIED a@10', '6001 BOOKMARK 20']);
      expect(requests).toEqual([
        '0 list limit=500',
        '0 watch resourceVersion=9',
        '12002 watch resourceVersion=20',
      ]);
    });

    it('should use the version of the last event if versions cannot be compared (B22)', () => {
      const { requests } = play(({ cold }) => ({
        list: [of(page('v9'))],
        watch: [cold('6s (ab|)', { a: added(at('a', 'v55')), b: added(at('b', 'v32')) }), NEVER],
        for: 20_000,
      }));

      expect(requests[2]).toContain('resourceVersion=v32');
    });

    it('should relist after an event with a lower version (against B22)', () => {
      const { requests } = play(({ cold }) => ({
        list: [of(page('9')), of(page('60'))],
        watch: [cold('6s (ab|)', { a: added(at('a', '55')), b: added(at('b', '32')) }), NEVER],
        for: 20_000,
      }));

      expect(requests.slice(2)).toEqual(['6800 list limit=500', '6800 watch resourceVersion=60']);
    });

    it('should freeze every object once, on arrival (G11, PF5)', () => {
      const thawed = structuredClone(a);
      const source = scriptedListerWatcher({
        list: [of(page('3', thawed))],
        watch: [of(added(structuredClone(b)))],
      });
      const seen: object[] = [];

      reflect(source, { streamingList: 'never' })
        .subscribe((event) => {
          if (event.type === 'REPLACED') seen.push(...event.items);
          if (event.type === 'ADDED') seen.push(event.object);
        })
        .unsubscribe();

      expect(seen[0]).toBe(thawed);
      expect(seen.every((object) => Object.isFrozen(object))).toBe(true);
      expect(seen).toHaveLength(2);
    });

    it.each<[string, (metadata: Record<string, unknown>) => void]>([
      ['deletes', (metadata) => delete metadata['resourceVersion']],
      ['empties', (metadata) => (metadata['resourceVersion'] = '')],
    ])('should resume from the version of an object whose transform %s it in place', (_what, lessen) => {
      const parsed = (version: string) => structuredClone(at('a', version));
      const { requests } = play(({ cold }) => ({
        list: [of(page('9', parsed('8')))],
        watch: [cold('m 6s |', { m: modified(parsed('10')) }), NEVER],
        options: {
          transform: (object) => {
            lessen(object.metadata as unknown as Record<string, unknown>);
            return object;
          },
        },
        for: 10_000,
      }));

      expect(requests.slice(1)).toEqual(['0 watch resourceVersion=9', '6001 watch resourceVersion=10']);
    });

    it('should transform each object once, whether listed or watched (B118, Q4)', () => {
      const names: string[] = [];
      const { events } = play(({ cold }) => ({
        watch: [cold('(abe)', { a: added(a), b: added(b), e: { ...bookmark('9'), initialEventsEnd: true } })],
        options: {
          streamingList: 'auto',
          transform: (object) => {
            names.push(object.metadata.name);
            return object;
          },
        },
        for: 10,
      }));

      expect(names).toEqual(['a', 'b']);
      expect(events).toEqual(['0 REPLACED 9: a b']);
    });

    it('should skip a malformed object, report it as an incident, and continue', () => {
      const broken = { metadata: { name: 'x' } } as unknown as typeof a;
      const { events, statuses } = play(({ cold }) => ({
        list: [of(page('9', broken, a))],
        watch: [cold('-xm', { x: modified(broken), m: modified(at('a', '10')) })],
        for: 10,
      }));

      expect(events).toEqual(['0 REPLACED 9: a', '2 MODIFIED a@10']);
      expect(statuses).toEqual([
        '0 listing 0',
        '0 listing 0 incident: ProtocolError',
        '0 listing 1',
        '0 watching 9',
        '1 watching 9 incident: ProtocolError',
        '10 stopped',
      ]);
    });
  });

  describe('end of a watch', () => {
    it('should reopen a watch without a wait if it lived 5 s (B25)', () => {
      const { requests, statuses } = play(() => ({
        list: [of(page('9'))],
        watch: [after(5_000), NEVER],
        for: 10_000,
      }));

      expect(requests).toEqual([
        '0 list limit=500',
        '0 watch resourceVersion=9',
        '5000 watch resourceVersion=9',
      ]);
      expect(statuses.filter((line) => line.includes('waiting'))).toEqual([]);
    });

    it('should wait the first step after a watch that ended sooner, for any events (Q23)', () => {
      const { requests } = play(({ cold }) => ({
        list: [of(page('9'))],
        watch: [cold('(m|)', { m: modified(at('a', '10')) })],
        for: 2_000,
      }));

      expect(requests).toEqual([
        '0 list limit=500',
        '0 watch resourceVersion=9',
        '800 watch resourceVersion=10',
        '1600 watch resourceVersion=10',
      ]);
    });

    it('should relist after six long watches in a row without a frame, then less and less often', () => {
      const { requests } = play(() => ({
        list: [of(page('9'))],
        watch: [after(60_000)],
        for: 24 * 3_600_000,
      }));
      const minutes = requests
        .filter((line) => line.includes(' list '))
        .map((line) => Math.round(Number(line.split(' ')[0]) / 60_000));
      expect(requests).toContain('360000 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500');

      expect(minutes.slice(0, 8)).toEqual([0, 6, 12, 24, 48, 96, 160, 224]);
      expect(minutes).toHaveLength(26);
    });

    it('should relist, with the version unset, after the third and the sixth short empty watch in a row (P137)', () => {
      const { requests } = play(() => ({ list: [of(page('9'))], watch: [EMPTY], for: 60_000 }));

      expect(requests).toEqual([
        '0 list limit=500',
        '0 watch resourceVersion=9',
        '800 watch resourceVersion=9',
        '2400 watch resourceVersion=9',
        '5600 list limit=500',
        '5600 watch resourceVersion=9',
        '12000 watch resourceVersion=9',
        '24800 watch resourceVersion=9',
        '50400 list limit=500',
        '50400 watch resourceVersion=9',
      ]);
    });

    it('should back off while the server refuses, and relist after five failures in a row (against B32)', () => {
      const { requests } = play(() => ({
        list: [of(page('9')), NEVER],
        watch: [throwError(() => new Error('ECONNREFUSED'))],
        for: 60_000,
      }));

      expect(requests).toEqual([
        '0 list limit=500',
        '0 watch resourceVersion=9',
        '800 watch resourceVersion=9',
        '2400 watch resourceVersion=9',
        '5600 watch resourceVersion=9',
        '12000 watch resourceVersion=9',
        '24800 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
      ]);
    });

    it('should resume without a wait after a connection reset of a long watch, and report it', () => {
      const { requests, statuses } = play(() => ({
        list: [of(page('9'))],
        watch: [
          after(
            7_000,
            throwError(() => new Error('ECONNRESET')),
          ),
          NEVER,
        ],
        for: 8_000,
      }));

      expect(requests[2]).toBe('7000 watch resourceVersion=9');
      expect(statuses).toContain('7000 waiting transient #1 until 7000');
    });

    it('should reset the attempt after a watch that delivered a frame (G17)', () => {
      const { statuses } = play(({ cold }) => ({
        list: [of(page('9'))],
        watch: [
          throwError(() => new Error('reset')),
          throwError(() => new Error('reset')),
          cold('k#', { k: bookmark('11') }),
        ],
        for: 5_000,
      }));

      expect(statuses.filter((line) => line.includes('waiting'))).toEqual([
        '0 waiting transient #1 until 800',
        '800 waiting transient #2 until 2400',
        '2401 waiting transient #1 until 3201',
        '3202 waiting transient #1 until 4002',
        '4003 waiting transient #1 until 4803',
        '4804 waiting transient #1 until 5604',
      ]);
    });
  });

  describe('410', () => {
    it.each([
      ['as a status', status(410, 'Expired')],
      ['as an event of the stream', after(6_000, status(410, 'Gone'))],
    ])(
      'should relist, not older than the newest version, after one step of its own backoff: %s (B31, Q17)',
      (_, watch) => {
        const { requests, events } = play(() => ({
          list: [of(page('9', a)), of(page('15', a, b))],
          watch: [watch, NEVER],
          for: 10_000,
        }));

        expect(requests[2]).toMatch(/ list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500$/);
        expect(events[1]).toMatch(/REPLACED 15: a b/);
      },
    );

    it('should list the most recent state without a wait when the list is refused with 410 too (B3)', () => {
      const { requests } = play(() => ({
        list: [of(page('9')), status(410, 'Expired'), of(page('15'))],
        watch: [status(410, 'Expired'), NEVER],
        for: 10_000,
      }));

      expect(requests.slice(2)).toEqual([
        '800 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
        '800 list limit=500',
        '800 watch resourceVersion=15',
      ]);
    });

    it('should relist from the new version after a later 410 (B4)', () => {
      const { requests } = play(() => ({
        list: [of(page('9')), status(410, 'Expired'), of(page('15')), of(page('30'))],
        watch: [status(410, 'Expired'), after(6_000, status(410, 'Expired')), NEVER],
        for: 20_000,
      }));

      expect(requests[5]).toMatch(/ list resourceVersion=15&/);
    });

    it('should drop the pages when a continue token expires, and list in one page (B268)', () => {
      const { requests, events } = play(({ cold }) => ({
        list: [
          cold('p#', { p: page('9', a) }, new StatusError({ code: 410, reason: 'Expired' })),
          of(page('15', b)),
        ],
        watch: [NEVER],
        for: 5_000,
      }));

      expect(events).toEqual(['801 REPLACED 15: b']);
      expect(requests).toEqual(['0 list limit=500', '801 list', '801 watch resourceVersion=15']);
    });
  });

  describe('refusals', () => {
    it('should wait for Retry-After after 429 and 503, and keep the version (B33)', () => {
      const { requests } = play(() => ({
        list: [of(page('9'))],
        watch: [
          status(429, 'TooManyRequests', { retryAfterSeconds: 7 }),
          status(503, 'ServiceUnavailable'),
          NEVER,
        ],
        for: 20_000,
      }));

      expect(requests.slice(1)).toEqual([
        '0 watch resourceVersion=9',
        '7000 watch resourceVersion=9',
        '8600 watch resourceVersion=9',
      ]);
    });

    it('should retry once without a wait after 401, then slowly', () => {
      const { requests } = play(() => ({ list: [status(401, 'Unauthorized')], for: 12_000 }));

      expect(requests).toEqual([
        '0 list limit=500',
        '0 list limit=500',
        '5000 list limit=500',
        '10000 list limit=500',
      ]);
    });

    it.each([
      [403, 'forbidden', 30_000],
      [404, 'notFound', 400],
    ])('should report %i on the status and retry after a delay of its own', (code, failure, delay) => {
      const { statuses, requests } = play(() => ({ list: [status(code), of(page('9'))], for: 40_000 }));

      expect(statuses[1]).toBe(`0 waiting ${failure} #1 until ${delay}`);
      expect(requests[1]).toBe(`${delay} list limit=500`);
    });

    it('should relist after the resource of a watch was removed', () => {
      const { requests } = play(() => ({ list: [of(page('9'))], watch: [status(404), NEVER], for: 40_000 }));

      expect(requests[2]).toBe('400 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500');
    });

    it.each([400, 405, 406, 413, 415, 422])('should fail after %i: the request can never work', (code) => {
      const { error, statuses, requests } = play(() => ({ list: [status(code)], for: 100_000 }));

      expect(error).toMatchObject({ name: 'StatusError', code, failure: 'fatal' });
      expect(statuses).toEqual(['0 listing 0', '0 stopped fatal']);
      expect(requests).toHaveLength(1);
    });

    it('should let isFatal decide which failures end the stream (D6)', () => {
      const never = play(() => ({ list: [status(422)], options: { isFatal: () => false }, for: 40_000 }));
      const third = play(() => ({
        list: [throwError(() => new Error('refused'))],
        options: { isFatal: ({ attempt }) => attempt === 3 },
        for: 40_000,
      }));

      expect(never.error).toBeUndefined();
      expect(never.requests).toHaveLength(2);
      expect(third.error).toBeInstanceOf(KubeError);
      expect(third.requests).toHaveLength(3);
    });

    it('should retry twice after a too large resource version, then list the most recent state (against B5)', () => {
      const lag = status(504, 'Timeout', {
        causes: [{ reason: 'ResourceVersionTooLarge' }],
        retryAfterSeconds: 1,
      });
      const { requests } = play(() => ({
        list: [of(page('9')), lag, lag, lag, of(page('11'))],
        watch: [status(410), NEVER],
        for: 10_000,
      }));

      expect(requests.slice(2)).toEqual([
        '800 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
        '1800 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
        '2800 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
        '3800 list limit=500',
        '3800 watch resourceVersion=11',
      ]);
    });

    it('should end the stream after a Table: the request can never succeed', () => {
      const { error } = play(() => ({
        list: [throwError(() => new ProtocolError('a Table', { failure: 'fatal' }))],
        for: 10,
      }));

      expect(error).toBeInstanceOf(ProtocolError);
    });

    it('should treat a list without a page as a failure', () => {
      const { events, requests } = play(() => ({ list: [EMPTY, of(page('9', a))], for: 1_000 }));

      expect(events).toEqual(['800 REPLACED 9: a']);
      expect(requests[1]).toBe('800 list limit=500');
    });

    it('should retry after a list that broke off, and drop its first pages (G8)', () => {
      const { events } = play(({ cold }) => ({
        list: [cold('p#', { p: page('9', a) }), of(page('10', b))],
        for: 2_000,
      }));

      expect(events).toEqual(['801 REPLACED 10: b']);
    });
  });

  describe('streamed list', () => {
    const auto: ReflectOptions = { streamingList: 'auto' };
    const end = { ...bookmark('9'), initialEventsEnd: true } as const;

    it('should emit one REPLACED at the end bookmark, and continue as the watch (B51, B52, B55)', () => {
      const { events, requests, statuses } = play(({ cold }) => ({
        watch: [
          cold('abkde-m', {
            a: added(a),
            b: added(b),
            k: bookmark('2'),
            d: deleted(a),
            e: end,
            m: modified(at('b', '10')),
          }),
        ],
        options: auto,
        for: 10,
      }));

      expect(events).toEqual(['4 REPLACED 9: b', '6 MODIFIED b@10']);
      expect(requests).toEqual(['0 watch sendInitialEvents=true']);
      expect(statuses).toEqual(['0 listing 0', '4 listing 1', '4 watching 9', '10 stopped']);
    });

    it('should resume with a plain watch from the end bookmark (B60)', () => {
      const { requests } = play(({ cold }) => ({
        watch: [cold('(ae) 6s |', { a: added(a), e: end }), NEVER],
        options: auto,
        for: 20_000,
      }));

      expect(requests).toEqual(['0 watch sendInitialEvents=true', '6004 watch resourceVersion=9']);
    });

    it.each([400, 422])(
      'should remember that the server refuses it with %i, and always list in pages then (Q3, against B56)',
      (code) => {
        const { requests, error } = play(() => ({
          list: [of(page('9'))],
          watch: [status(code, 'Invalid'), status(410), NEVER],
          options: auto,
          for: 5_000,
        }));

        expect(error).toBeUndefined();
        expect(requests).toEqual([
          '0 watch sendInitialEvents=true',
          '0 list limit=500',
          '0 watch resourceVersion=9',
          '800 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
          '800 watch resourceVersion=9',
        ]);
      },
    );

    it('should list in pages if its end does not arrive within 30 s of the last frame (Q2, against B53)', () => {
      const { requests, statuses } = play(({ cold }) => ({
        list: [of(page('9'))],
        watch: [concat(cold('10s a|', { a: added(a) }), NEVER), NEVER],
        options: auto,
        for: 60_000,
      }));

      expect(requests).toEqual([
        '0 watch sendInitialEvents=true',
        '40000 list limit=500',
        '40000 watch resourceVersion=9',
      ]);
      expect(statuses).toContain('40000 waiting unsupported #1 until 40000');
    });

    it.each([
      ['a change', { type: 'MODIFIED', object: a }],
      ['a delete', { type: 'DELETED', object: a }],
      ['a bookmark', { type: 'BOOKMARK', resourceVersion: '8' }],
    ] as const)(
      'should list in pages if its end does not arrive within 30 s of %s, despite other events (Q2)',
      (_, live) => {
        const { requests } = play(({ cold }) => ({
          list: [of(page('9'))],
          watch: [cold(`20s a 20s l ${'9999ms a '.repeat(20)}`, { a: added(a), l: live }), NEVER],
          options: auto,
          for: 120_000,
        }));

        expect(requests).toEqual([
          '0 watch sendInitialEvents=true',
          '70001 list limit=500',
          '70001 watch resourceVersion=9',
        ]);
      },
    );

    it('should start again when it breaks off, and list in pages after the third time (against B59)', () => {
      const { requests, events } = play(({ cold }) => ({
        list: [of(page('9', b))],
        watch: [cold('a|', { a: added(a) }), cold('a|', { a: added(a) }), cold('a|', { a: added(a) }), NEVER],
        options: auto,
        for: 10_000,
      }));

      expect(requests).toEqual([
        '0 watch sendInitialEvents=true',
        '801 watch sendInitialEvents=true',
        '2402 watch sendInitialEvents=true',
        '2403 list limit=500',
        '2403 watch resourceVersion=9',
      ]);
      expect(events).toEqual(['2403 REPLACED 9: b']);
    });

    it('should emit the number of received objects once for many events, not for each', () => {
      const many = Array.from({ length: 1_100 }, (_, n) => modified(at('a', String(n + 1))));
      const { statuses } = play(() => ({ watch: [concat(of(...many), NEVER)], options: auto, for: 10 }));

      expect(statuses.filter((line) => line.includes('listing'))).toHaveLength(3);
    });

    it('should not stream a list after a restart if the server has refused it', () => {
      const source = scriptedListerWatcher({ list: [of(page('9'))], watch: [status(422), NEVER] });
      const reflected = reflect(source);

      marbles().run(({ expectObservable }) => {
        expectObservable(reflected, '^-!').toBe('r', {
          r: { type: 'REPLACED', items: [], resourceVersion: '9' },
        });
        expectObservable(reflected, '-----^-!').toBe('-----r', {
          r: { type: 'REPLACED', items: [], resourceVersion: '9' },
        });
      });

      expect(source.requests.filter(({ options }) => options.sendInitialEvents === true)).toHaveLength(1);
    });

    it('should stream a relist from the last version (B65)', () => {
      const { requests } = play(({ cold }) => ({
        watch: [cold('(ae) 6s #', { a: added(a), e: end }, new StatusError({ code: 410 })), NEVER],
        options: auto,
        for: 20_000,
      }));

      expect(requests[1]).toBe('6804 watch resourceVersion=9&sendInitialEvents=true');
    });
  });

  describe('idle stream', () => {
    it('should abort and resume a watch that stays open 30 s longer than requested', () => {
      const { requests, statuses } = play(() => ({ list: [of(page('9'))], watch: [NEVER], for: 331_000 }));

      expect(requests).toEqual([
        '0 list limit=500',
        '0 watch resourceVersion=9',
        '330000 watch resourceVersion=9',
      ]);
      expect(statuses).toContain('330000 waiting transient #1 until 330000');
    });

    it('should abort after 2.5 intervals of the received bookmarks', () => {
      const { requests } = play(({ cold }) => ({
        list: [of(page('9'))],
        watch: [concat(cold('60s k 59999ms k|', { k: bookmark('10') }), NEVER), NEVER],
        for: 280_000,
      }));

      expect(requests[2]).toBe('270000 watch resourceVersion=10');
    });

    it('should use the option idleTimeout', () => {
      const { requests } = play(() => ({
        list: [of(page('9'))],
        watch: [NEVER],
        options: { idleTimeout: 7_000 },
        for: 20_000,
      }));

      expect(requests.slice(1)).toEqual([
        '0 watch resourceVersion=9',
        '7000 watch resourceVersion=9',
        '14000 watch resourceVersion=9',
      ]);
    });

    it('should use idleTimeout for a streamed list too, once it has become a watch', () => {
      const { requests } = play(({ cold }) => ({
        watch: [cold('e', { e: { ...bookmark('9'), initialEventsEnd: true } }), NEVER],
        options: { streamingList: 'auto', idleTimeout: 7_000 },
        for: 8_000,
      }));

      expect(requests).toHaveLength(2);
      expect(requests[1]).toBe('7000 watch resourceVersion=9');
    });

    it('should not apply idleTimeout to a page of a list', () => {
      const { events } = play(({ cold }) => ({
        list: [cold('12s p|', { p: page('9', a) })],
        options: { idleTimeout: 10_000 },
        for: 20_000,
      }));

      expect(events).toEqual(['12001 REPLACED 9: a']);
    });

    it('should repeat a list whose page does not arrive', () => {
      const { requests } = play(() => ({ list: [NEVER, of(page('9'))], watch: [NEVER], for: 301_000 }));

      expect(requests).toEqual([
        '0 list limit=500',
        '300800 list limit=500',
        '300800 watch resourceVersion=9',
      ]);
    });
  });

  describe('enabled', () => {
    it('should send no request while false, then check the version and resume from the last version without a wait', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions, flush }) => {
        const watch = cold('  -m-------', { m: modified(at('a', '10')) });
        const enabled = cold('   t--f-t---', { t: true, f: false });
        const source = scriptedListerWatcher({ list: [of(page('9', a))], watch: [watch, watch] });

        expectObservable(reflect(source, { streamingList: 'never', enabled }), '^-------!').toBe('rm----m', {
          r: { type: 'REPLACED', items: [a], resourceVersion: '9' },
          m: modified(at('a', '10')),
        });
        expectSubscriptions(watch.subscriptions).toBe(['^--!', '-----^--!']);
        flush();

        expect(
          source.requests.map(({ verb, options }) => `${verb} ${options.resourceVersion ?? ''}`),
        ).toEqual(['list ', 'watch 9', 'list ', 'watch 10']);
      });
    });

    it('should send nothing while it is disabled from the start', () => {
      const { requests, statuses } = play(({ cold }) => ({
        list: [of(page('9'))],
        options: { enabled: concat(of(false), cold('100ms t', { t: true })) },
        for: 200,
      }));

      expect(requests[0]).toBe('100 list limit=500');
      expect(statuses[0]).toBe('0 stopped');
    });

    it('should stay disabled when `enabled` completes with false', () => {
      marbles().run(({ expectObservable }) => {
        const source = scriptedListerWatcher({ list: [of(page('9'))], watch: [NEVER] });

        expectObservable(reflect(source, { enabled: of(false) })).toBe('-');
      });
    });

    it('should be enabled before the first value of `enabled`', () => {
      expect(
        play(() => ({ list: [of(page('9'))], options: { enabled: NEVER }, for: 10 })).requests,
      ).toHaveLength(2);
    });
  });

  describe('tail', () => {
    it('should continue to request from empty sources', () => {
      expect(play(() => ({ list: [EMPTY], watch: [EMPTY], for: 1_000 })).error).toBeUndefined();
    });

    it('should wait for sources without an answer', () => {
      expect(play(() => ({ list: [NEVER], for: 1_000 }))).toMatchObject({
        events: [],
        requests: ['0 list limit=500'],
      });
    });

    it('should emit an error that a callback throws', () => {
      const source = scriptedListerWatcher({ list: [of(page('9'))], watch: [NEVER] });
      const status = {
        next: () => {
          throw new Error('mine');
        },
      };

      marbles().run(({ expectObservable }) => {
        expectObservable(reflect(source, { status })).toBe('#', undefined, new Error('mine'));
      });
    });

    it('should emit an error that the status observer throws at an incident, and not blame the server', () => {
      const broken = { metadata: { name: 'x' } } as unknown as typeof a;
      const { error, requests } = play(() => ({
        list: [of(page('9', broken))],
        options: {
          status: {
            next: (emitted) => {
              if ('incident' in emitted) throw new Error('mine');
            },
          },
        },
        for: 5_000,
      }));

      expect(error).toEqual(new Error('mine'));
      expect(requests).toHaveLength(1);
    });

    it('should close all requests after an early unsubscribe (B13, B27, G15)', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const list = cold('--p|', { p: page('9', a) });
        const watch = cold<WatchEvent<KubeObject>>('----');
        const source = scriptedListerWatcher({ list: [list], watch: [watch] });
        const reflected = reflect(source, { streamingList: 'never' });

        expectObservable(reflected, '-^!').toBe('---');
        expectObservable(reflected, '-----^----!').toBe('--------r', {
          r: { type: 'REPLACED', items: [a], resourceVersion: '9' },
        });
        expectSubscriptions(list.subscriptions).toBe(['-^!', '-----^--!']);
        expectSubscriptions(watch.subscriptions).toBe('--------^-!');
      });
    });

    it('should keep no state between subscriptions', () => {
      marbles().run(({ expectObservable, flush }) => {
        const source = scriptedListerWatcher({ list: [of(page('9', a))], watch: [NEVER] });
        const reflected = reflect(source, { streamingList: 'never' });
        const values = { r: { type: 'REPLACED', items: [a], resourceVersion: '9' } };

        expectObservable(reflected, '^-!').toBe('r', values);
        expectObservable(reflected, '---^-!').toBe('---r', values);
        flush();

        expect(source.requests.filter(({ verb }) => verb === 'list')).toHaveLength(2);
      });
    });
  });

  describe('options', () => {
    const source = scriptedListerWatcher({ list: [EMPTY], watch: [EMPTY] });

    it.each<[string, object]>([
      ['pageSize', { pageSize: -1 }],
      ['pageSize', { pageSize: 1.5 }],
      ['streamingList', { streamingList: 'sometimes' }],
      ['initial', { backoff: { initial: 0 } }],
      ['factor', { backoff: { factor: 0.5 } }],
      ['max', { backoff: { max: Infinity } }],
      ['watchTimeout', { watchTimeout: 3e9 }],
      ['idleTimeout', { idleTimeout: '5s' }],
      ['enabled', { enabled: true }],
      ['transform', { transform: 'none' }],
      ['isFatal', { isFatal: 1 }],
      ['status', { status: () => undefined }],
      ['random', { random: 0.5 }],
      ['resetAfter', { backoff: { resetAfter: 0 } }],
      ['pagesize', { pagesize: 100 }],
    ])('should refuse a wrong %s when called: %j', (name, options) => {
      expect(() => reflect(source, options)).toThrow(OptionsError);
      expect(() => reflect(source, options)).toThrow(name);
    });

    it('should refuse an invalid source', () => {
      expect(() => reflect(null as never)).toThrow(OptionsError);
      expect(() => reflect({ list: () => EMPTY } as never)).toThrow('ListerWatcher');
    });

    it('should work without options', () => {
      expect(() =>
        reflect(scriptedListerWatcher({ list: [of(page('1', kubeObject('a')))], watch: [NEVER] })),
      ).not.toThrow();
    });
  });
});
