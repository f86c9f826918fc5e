import { describe, expect, it } from '@jest/globals';
import { recordingFeed } from '../../../src/cli/recording/recording-feed.ts';
import { growthOfAwaitedCost } from '../../support/growth-of-cost.ts';
import { heapMeter } from '../../support/heap-meter.ts';

const header = '{"format":"rx-informer-recording","version":1,"time":0}';
const request = '{"time":1,"stage":"requests","value":{"request":1,"verb":"list","options":{}}}';
const complete = '{"time":2,"stage":"requests","value":{"request":1,"complete":true}}';
const errorLine =
  '{"time":2,"stage":"requests","value":{"request":1,"error":{"name":"Error","message":"x"}}}';
const watch = '{"time":3,"stage":"requests","value":{"request":2,"verb":"watch","options":{}}}';
const bookmark =
  '{"time":4,"stage":"requests","value":{"request":2,"event":{"type":"BOOKMARK","resourceVersion":"3"}}}';
const change = '{"time":6,"stage":"changes","value":{}}';

describe('recordingFeed', () => {
  it.each([
    ['of another stage', `{"time":3,"stage":"changes","value":"${'x'.repeat(10_000)}"}`, 1_048_580],
    [
      'of the request that has ended',
      `{"time":3,"stage":"requests","value":{"request":1,"x":"${'x'.repeat(1_000_000)}"}}`,
      75,
    ],
  ])('should not read ahead without limit for a next request, past lines %s', async (_, line, most) => {
    let read = 0;
    const next = (): Promise<string> => {
      read++;
      return Promise.resolve([header, request, complete][read - 1] ?? line);
    };
    const feed = await recordingFeed(
      { next, close: () => undefined },
      { line: () => undefined, upcoming: () => undefined },
    );
    expect([await feed.next(), await feed.next(), await feed.next()]).toEqual([header, request, complete]);
    expect(read).toBeLessThan(most);

    await expect(
      (async () => {
        while ((await feed.next()) !== undefined);
      })(),
    ).rejects.toThrow('and at most 67108864 characters are read ahead');
    expect(read).toBeLessThan(most);
  });

  it('should not read ahead after each end of a request if no request follows', async () => {
    let read = 0;
    const long = `{"time":3,"stage":"requests","value":{"request":1,"x":"${'x'.repeat(1_000_000)}"}}`;
    const next = (): Promise<string> => {
      read++;
      return Promise.resolve([header, request, complete, complete, complete][read - 1] ?? long);
    };
    const feed = await recordingFeed(
      { next, close: () => undefined },
      { line: () => undefined, upcoming: () => undefined },
    );
    for (let at = 0; at < 5; at++) await feed.next();

    expect(read).toBeLessThan(75);
  });

  it('should apply the same limit after a bookmark', async () => {
    let read = 0;
    const long = `{"unknown":"${'x'.repeat(1_000_000)}","x":1`;
    const next = (): Promise<string> => {
      read++;
      return Promise.resolve([header, watch, bookmark][read - 1] ?? long);
    };
    const lasts: boolean[] = [];
    const feed = await recordingFeed(
      { next, close: () => undefined },
      { line: (_line, isLast) => void lasts.push(isLast), upcoming: () => undefined },
    );
    for (let at = 0; at < 3; at++) await feed.next();

    expect(read).toBeLessThan(75);
    expect(lasts).toEqual([false, false, false]);
  });

  it.each([
    ['ends of requests before the next request', complete, [request]],
    ['errors before the next request', errorLine, [request]],
    ['ends of requests at the end of the file', complete, []],
  ])('should take time in proportion to %s', async (_, end, last) => {
    const growth = await growthOfAwaitedCost(8_000, async (size) => {
      let read = 0;
      const next = (): Promise<string | undefined> => {
        const at = read++;
        return Promise.resolve(at < 2 ? [header, request][at] : at < size ? end : last[at - size]);
      };
      const feed = await recordingFeed(
        { next, close: () => undefined },
        { line: () => undefined, upcoming: () => undefined },
      );
      while ((await feed.next()) !== undefined);
    });

    expect(growth).toBeLessThan(8);
  });

  it('should report the next request before each end of a request', async () => {
    const texts = [header, request, complete, change, complete, watch, bookmark, complete, change];
    const found: string[] = [];
    const lines = texts.values();
    const feed = await recordingFeed(
      { next: () => Promise.resolve(lines.next().value), close: () => undefined },
      {
        line: () => undefined,
        upcoming: (next) => void found.push(typeof next === 'object' ? next.verb : (next ?? 'nothing')),
      },
    );

    const read: (string | undefined)[] = [];
    for (let at = 0; at <= texts.length; at++) read.push(await feed.next());

    expect(read).toEqual([...texts.map((text) => (text === change ? '' : text)), undefined]);
    expect(found).toEqual(['list', 'watch', 'watch', 'nothing']);
    await expect(feed.next()).resolves.toBeUndefined();
  });

  it('should keep no line of another stage, and the names of only ten stages', async () => {
    const used = heapMeter();
    let read = 0;
    const next = (): Promise<string | undefined> => {
      read++;
      if (read <= 3) return Promise.resolve([header, request, complete][read - 1]);
      const value = String(read).repeat(250_000);
      return Promise.resolve(
        read > 63 ? undefined : `{"time":3,"stage":"changes of number ${read}","value":"${value}"}`,
      );
    };
    const feed = await recordingFeed(
      { next, close: () => undefined },
      { line: () => undefined, upcoming: () => undefined },
    );
    await feed.next();
    const before = used();
    await feed.next();
    await feed.next();
    const kept = used() - before;

    expect(read).toBe(64);
    expect(kept).toBeLessThan(1_000_000);
    expect(feed.stages.size).toBe(10);
  });

  const check = '{"time":5,"stage":"requests","value":{"request":3,"verb":"list","options":{"limit":1}}}';
  const page =
    '{"time":6,"stage":"requests","value":{"request":3,"page":{"items":[],"resourceVersion":"3"}}}';
  const closed = (request: number) =>
    `{"time":6,"stage":"requests","value":{"request":${request},"closed":true}}`;

  it.each([
    ['a bookmark after which the request is closed', [watch, bookmark, closed(2)], bookmark],
    ['a bookmark, with a line of another stage between', [watch, bookmark, change, closed(2)], bookmark],
    ['the page of a version check after which the request is closed', [check, page, closed(3)], page],
    ['no bookmark after which the watch continues', [watch, bookmark, bookmark, complete], undefined],
    ['no page after which the check completes', [check, page, complete], undefined],
    ['no bookmark at the end of the file', [watch, bookmark], undefined],
  ])('should report that the reflector cancelled its request after %s', async (_, texts, expected) => {
    const lasts: boolean[] = [];
    const lines = [header, ...texts].values();
    const feed = await recordingFeed(
      { next: () => Promise.resolve(lines.next().value), close: () => undefined },
      { line: (_line, isLast) => void lasts.push(isLast), upcoming: () => undefined },
    );

    const read: string[] = [];
    for (let text = await feed.next(); text !== undefined; text = await feed.next()) read.push(text);

    expect(read.filter((_text, at) => lasts[at])).toEqual(expected === undefined ? [] : [expected]);
  });
});
