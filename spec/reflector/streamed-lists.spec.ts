import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, NEVER, of, throwError } from 'rxjs';
import { KubeError, reflect, type ReflectOptions } from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { added, at, bookmark, deleted, modified, page, play, status } from './scenario.ts';

const a = at('a', '3');
const b = at('b', '4');
const options: ReflectOptions = { streamingList: 'auto' };
const end = { ...bookmark('9'), initialEventsEnd: true } as const;

describe('the streamed lists of a reflector', () => {
  it('should not end with a bookmark that does not say so (B54)', () => {
    const { events, statuses } = play(({ cold }) => ({
      watch: [concat(cold('akbe|', { a: added(a), k: bookmark('4'), b: added(b), e: end }), NEVER)],
      options,
      for: 10,
    }));

    expect(events).toEqual(['3 REPLACED 9: a b']);
    expect(statuses).toEqual(['0 listing 0', '3 listing 2', '3 watching 9', '10 stopped']);
  });

  it('should begin from nothing when one breaks off, and keep nothing of it (B59)', () => {
    const { requests, events } = play(({ cold }) => ({
      watch: [cold('a|', { a: added(a) }), concat(cold('be', { b: added(b), e: end }), NEVER)],
      options,
      for: 5_000,
    }));

    expect(requests).toEqual(['0 watch sendInitialEvents=true', '801 watch sendInitialEvents=true']);
    expect(events).toEqual(['802 REPLACED 9: b']);
  });

  it('should be asked for again after 429, as long as it is busy (B58)', () => {
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
    ['no right to it', status(403), '30000'],
  ])(
    'should be asked for again after %s, which says nothing of streamed lists (Q3)',
    (_what, fault, time) => {
      const { requests } = play(() => ({ watch: [fault, NEVER], options, for: 50_000 }));

      expect(requests.slice(0, 2)).toEqual([
        '0 watch sendInitialEvents=true',
        `${time} watch sendInitialEvents=true`,
      ]);
    },
  );

  it('should ask for the most recent state once the version has expired (B65)', () => {
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

  it('should keep what it told while the watch behind it expires, and tell that (B61)', () => {
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

  it('should not be asked for with `never`, at the first list and at any other (B62)', () => {
    const { requests } = play(() => ({
      list: [of(page('9'))],
      watch: [status(410), NEVER],
      options: { streamingList: 'never' },
      for: 5_000,
    }));

    expect(requests.filter((line) => line.includes('sendInitialEvents'))).toEqual([]);
    expect(requests).toHaveLength(4);
  });

  it('should not be asked for again of a source that says it has none (B63)', () => {
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

  it('should tell that they are given up, with the reason (Q3, Q5)', () => {
    const told: string[] = [];
    play(() => ({
      list: [of(page('9'))],
      watch: [status(422, 'Invalid', { message: 'sendInitialEvents is forbidden' }), NEVER],
      options: {
        ...options,
        status: {
          next: (value) => {
            if (value.phase === 'waiting') told.push(value.error.message);
          },
        },
      },
      for: 10,
    }));

    expect(told).toEqual([
      'the server does not stream lists (sendInitialEvents is forbidden); it is listed in pages from now on',
    ]);
  });

  it('should be told as it was when it ended, with what changed and went in it (B55)', () => {
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
