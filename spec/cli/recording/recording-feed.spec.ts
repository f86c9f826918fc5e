import { describe, expect, it } from '@jest/globals';
import { recordingFeed } from '../../../src/cli/recording/recording-feed.ts';

const header = '{"format":"rx-informer-recording","version":1,"time":0}';
const request = '{"time":1,"stage":"requests","value":{"request":1,"verb":"list","options":{}}}';
const complete = '{"time":2,"stage":"requests","value":{"request":1,"complete":true}}';

describe('recordingFeed', () => {
  it.each([
    ['of another stage', `{"time":3,"stage":"changes","value":"${'x'.repeat(10_000)}"}`, 1_048_580],
    [
      'of the request that is over',
      `{"time":3,"stage":"requests","value":{"request":1,"x":"${'x'.repeat(1_000_000)}"}}`,
      75,
    ],
  ])('should not read on for a next request without end, past lines %s', async (_, line, most) => {
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
});
