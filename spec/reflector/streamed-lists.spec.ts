import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, NEVER, of, takeUntil, throwError, timer } from 'rxjs';
import { ConnectionError, KubeError, ProtocolError, reflect, type ReflectOptions } from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { added, at, bookmark, deleted, modified, page, play, status } from './scenario.ts';

const a = at('a', '3');
const b = at('b', '4');
const options: ReflectOptions = { streamingList: 'auto' };
const end = { ...bookmark('9'), initialEventsEnd: true } as const;

describe('the streamed lists of a reflector', () => {
  it('should not end at a bookmark without the end annotation (B54)', () => {
    const { events, statuses } = play(({ cold }) => ({
      watch: [concat(cold('akbe|', { a: added(a), k: bookmark('4'), b: added(b), e: end }), NEVER)],
      options,
      for: 10,
    }));

    expect(events).toEqual(['3 REPLACED 9: a b']);
    expect(statuses).toEqual(['0 listing 0', '3 listing 2', '3 watching 9', '10 stopped']);
  });

  it('should start again when one breaks off, and keep nothing of the first (B59)', () => {
    const { requests, events } = play(({ cold }) => ({
      watch: [cold('a|', { a: added(a) }), concat(cold('be', { b: added(b), e: end }), NEVER)],
      options,
      for: 5_000,
    }));

    expect(requests).toEqual(['0 watch sendInitialEvents=true', '801 watch sendInitialEvents=true']);
    expect(events).toEqual(['802 REPLACED 9: b']);
  });

  it('should be requested again after 429, while the server is busy (B58)', () => {
    const { requests, events } = play(({ cold }) => ({
      watch: [status(429), status(429), concat(cold('ae', { a: added(a), e: end }), NEVER)],
      options,
      for: 10_000,
    }));

    expect(requests).toEqual([
      '0 watch sendInitialEvents=true',
      '800 watch sendInitialEvents=true',
      '2400 watch sendInitialEvents=true',
    ]);
    expect(events).toEqual(['2401 REPLACED 9: a']);
  });

  it.each([
    ['a refusal', status(500), '800'],
    ['no connection', throwError(() => new Error('ECONNREFUSED')), '800'],
    ['no permission', status(403), '30000'],
  ])(
    'should be requested again after %s, which is no proof that they are unsupported (Q3)',
    (_what, fault, time) => {
      const { requests } = play(() => ({ watch: [fault, NEVER], options, for: 50_000 }));

      expect(requests.slice(0, 2)).toEqual([
        '0 watch sendInitialEvents=true',
        `${time} watch sendInitialEvents=true`,
      ]);
    },
  );

  it('should list the most recent state after the version has expired (B65)', () => {
    const { requests } = play(({ cold }) => ({
      watch: [
        cold('(ae|)', { a: added(a), e: end }),
        status(410),
        status(410),
        concat(cold('(ae)', { a: added(a), e: end }), NEVER),
      ],
      options,
      for: 20_000,
    }));

    expect(requests).toEqual([
      '0 watch sendInitialEvents=true',
      '800 watch resourceVersion=9',
      '1600 watch resourceVersion=9&sendInitialEvents=true',
      '1600 watch sendInitialEvents=true',
    ]);
  });

  it('should keep its objects when the watch after it expires, and report the expiry (B61)', () => {
    const { events, statuses } = play(({ cold }) => ({
      watch: [
        cold('(ae) 6s |', { a: added(a), e: end }),
        status(410),
        cold('10s (be)', { b: added(b), e: { ...end, resourceVersion: '20' } }),
      ],
      options,
      for: 30_000,
    }));

    expect(events).toEqual(['0 REPLACED 9: a', '16804 REPLACED 20: b']);
    expect(statuses).toContain('6004 waiting expired #1 until 6804');
  });

  it.each([
    ['an ERROR', 800, status(500, '', { inStream: true })],
    ['a 410 in the stream', 800, status(410, 'Expired', { inStream: true })],
    ['garbage', 800, throwError(() => new ProtocolError('a watch frame is not JSON'))],
    ['a reset', 800, throwError(() => new ConnectionError('reset', { answered: true }))],
    ['an error of another library', 800, throwError(() => new Error('reset'))],
    ['a 401 in the stream', 0, status(401, '', { inStream: true })],
  ])('should be replaced by pages after three in a row that %s broke off (Q3)', (_what, first, fault) => {
    const { requests, events, statuses } = play(({ cold }) => ({
      list: [of(page('9', b))],
      watch: [...Array.from({ length: 3 }, () => concat(cold('a|', { a: added(a) }), fault)), NEVER],
      options,
      for: 50_000,
    }));

    expect(requests.slice(0, 2)).toEqual([
      '0 watch sendInitialEvents=true',
      `${first + 1} watch sendInitialEvents=true`,
    ]);
    const third = requests[2]?.split(' ')[0] ?? '';
    expect(requests.slice(2)).toEqual([
      `${third} watch sendInitialEvents=true`,
      `${Number(third) + 1} list limit=500`,
      `${Number(third) + 1} watch resourceVersion=9`,
    ]);
    expect(statuses).toContain(`${Number(third) + 1} waiting unsupported #1 until ${Number(third) + 1}`);
    expect(events).toEqual([`${Number(third) + 1} REPLACED 9: b`]);
  });

  it('should be replaced by pages after three that broke off before their first event, if the server had answered', () => {
    const reset = throwError(() => new ConnectionError('reset', { answered: true }));
    const { requests } = play(() => ({
      list: [of(page('9', b))],
      watch: [reset, status(500, '', { inStream: true }), EMPTY, NEVER],
      options,
      for: 10_000,
    }));

    expect(requests).toEqual([
      '0 watch sendInitialEvents=true',
      '800 watch sendInitialEvents=true',
      '2400 watch sendInitialEvents=true',
      '2400 list limit=500',
      '2400 watch resourceVersion=9',
    ]);
  });

  it('should be requested again after any number of refused requests', () => {
    const refused = throwError(() => new ConnectionError('ECONNREFUSED', { answered: false }));
    const { requests } = play(() => ({
      watch: [status(500), refused, status(410), status(500), NEVER],
      options,
      for: 20_000,
    }));

    expect(requests).toHaveLength(5);
    expect(requests.every((request) => request.endsWith(' watch sendInitialEvents=true'))).toBe(true);
  });

  it('should restart the count after a complete list', () => {
    const broken = status(500, '', { inStream: true });
    const { requests } = play(({ cold }) => ({
      watch: [broken, broken, cold('(ae)#', { a: added(a), e: end }), status(410), broken, broken, NEVER],
      options,
      for: 50_000,
    }));

    expect(requests.filter((request) => request.includes(' list '))).toEqual([]);
    expect(requests).toHaveLength(7);
  });

  it('should be replaced by a list of the most recent state when the third ends with a 410', () => {
    const expired = status(410, 'Expired', { inStream: true });
    const { requests } = play(({ cold }) => ({
      list: [of(page('20'))],
      watch: [
        cold('(ae)', { a: added(a), e: end }).pipe(takeUntil(timer(6_000))),
        status(410),
        EMPTY,
        EMPTY,
        expired,
        NEVER,
      ],
      options,
      for: 30_000,
    }));

    expect(requests.slice(-3).map((request) => request.slice(request.indexOf(' ') + 1))).toEqual([
      'watch resourceVersion=9&sendInitialEvents=true',
      'list limit=500',
      'watch resourceVersion=20',
    ]);
  });

  it('should be replaced only after the Retry-After of a busy server', () => {
    const busy = status(429, '', { inStream: true, retryAfterSeconds: 7 });
    const { requests } = play(() => ({
      list: [of(page('20'))],
      watch: [busy, busy, busy, NEVER],
      options,
      for: 30_000,
    }));

    expect(requests.slice(2)).toEqual([
      '14000 watch sendInitialEvents=true',
      '21000 list limit=500',
      '21000 watch resourceVersion=20',
    ]);
  });

  it('should not be requested with `never`, neither first nor later (B62)', () => {
    const { requests } = play(() => ({
      list: [of(page('9'))],
      watch: [status(410), NEVER],
      options: { streamingList: 'never' },
      for: 5_000,
    }));

    expect(requests.filter((line) => line.includes('sendInitialEvents'))).toEqual([]);
    expect(requests).toHaveLength(4);
  });

  it('should not be requested again from a source without support for them (B63)', () => {
    const { requests, statuses } = play(() => ({
      list: [of(page('9', a))],
      watch: [throwError(() => new KubeError('unsupported', 'lists and watches alone')), status(410), NEVER],
      options,
      for: 5_000,
    }));

    expect(requests).toEqual([
      '0 watch sendInitialEvents=true',
      '0 list limit=500',
      '0 watch resourceVersion=9',
      '800 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
      '800 watch resourceVersion=9',
    ]);
    expect(statuses).toContain('0 waiting unsupported #1 until 0');
  });

  it('should report the reason why lists are no longer streamed (Q3, Q5)', () => {
    const messages: string[] = [];
    play(() => ({
      list: [of(page('9'))],
      watch: [status(422, 'Invalid', { message: 'sendInitialEvents is forbidden' }), NEVER],
      options: {
        ...options,
        status: {
          next: (value) => {
            if (value.phase === 'waiting') messages.push(value.error.message);
          },
        },
      },
      for: 10,
    }));

    expect(messages).toEqual([
      'the server does not stream lists (sendInitialEvents is forbidden); listing in pages',
    ]);
  });

  it('should emit the objects at its end, with earlier updates and deletions applied (B55)', () => {
    marbles().run(({ cold, expectObservable }) => {
      const [early, late] = [modified(at('a', '5')), modified(at('a', '10'))];
      const watch = cold('abmde-l', { a: added(a), b: added(b), m: early, d: deleted(b), e: end, l: late });
      const expected = '   ----r-l';

      expectObservable(reflect(scriptedListerWatcher({ list: [EMPTY], watch: [watch] })), '^------!').toBe(
        expected,
        { r: { type: 'REPLACED', items: [at('a', '5')], resourceVersion: '9' }, l: late },
      );
    });
  });
});
