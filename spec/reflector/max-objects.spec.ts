import { describe, expect, it } from '@jest/globals';
import { concat, map, NEVER, of, range } from 'rxjs';
import { type KubeError, OptionsError, ProtocolError, reflect, type ReflectOptions } from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { added, at, bookmark, page, play } from './scenario.ts';

const [a, b, c] = [at('a', '3'), at('b', '3'), at('c', '3')];
const end = { ...bookmark('9'), initialEventsEnd: true } as const;
const three: ReflectOptions = { maxObjects: 3 };
const endless = range(0, 1_000_000).pipe(map((nth) => at(`p${nth}`, '3')));

describe('maxObjects', () => {
  it('should allow exactly that number, in pages or streamed', () => {
    const paged = play(() => ({ list: [of(page('9', a, b), page('9', c))], options: three, for: 5 }));
    const streamed = play(() => ({
      watch: [concat(of(added(a), added(b), added(c), end, added(at('d', '10'))), NEVER)],
      options: { ...three, streamingList: 'auto' },
      for: 5,
    }));

    expect(paged.events).toEqual(['0 REPLACED 9: a b c']);
    expect(streamed.events).toEqual(['0 REPLACED 9: a b c', '0 ADDED d@10']);
  });

  it('should end endless pages, and retry with backoff (G14, G17)', () => {
    let taken = 0;
    const pages = endless.pipe(
      map((object) => {
        taken++;
        return page('9', object);
      }),
    );
    const { requests, statuses, events, error } = play(() => ({
      list: [pages, pages, pages, pages, of(page('9', a))],
      options: three,
      for: 20_000,
    }));

    expect(taken).toBe(16);
    expect(requests.filter((line) => line.includes('list'))).toEqual(
      [0, 800, 2400, 5600, 12_000].map((time) => `${time} list limit=500`),
    );
    expect(statuses).toContain('0 waiting throttled #1 until 800');
    expect(events).toEqual(['12000 REPLACED 9: a']);
    expect(error).toBeUndefined();
  });

  it('should end an endless streamed list, and not list in pages instead (G14, G17)', () => {
    const stream = endless.pipe(map(added));
    const { requests, events } = play(() => ({
      watch: [stream, stream, stream, stream, concat(of(added(a), end), NEVER)],
      options: { ...three, streamingList: 'auto' },
      for: 20_000,
    }));

    expect(requests).toEqual(
      [0, 800, 2400, 5600, 12_000].map((time) => `${time} watch sendInitialEvents=true`),
    );
    expect(events).toEqual(['12000 REPLACED 9: a']);
  });

  it('should advise how to continue', () => {
    const errors: KubeError[] = [];
    play(() => ({
      list: [of(page('9', a, b, c))],
      options: {
        maxObjects: 2,
        status: {
          next: (status) => {
            if (status.phase === 'waiting') errors.push(status.error);
          },
        },
      },
      for: 5,
    }));

    const [error] = errors;
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error?.message).toBe('the list has more than 2 objects; ask for fewer, or raise maxObjects');
    expect(error?.advice).toContain('request less');
  });

  it('should refuse a value below one', () => {
    expect(() => reflect(scriptedListerWatcher({ list: [], watch: [] }), { maxObjects: 0 })).toThrow(
      OptionsError,
    );
  });
});
