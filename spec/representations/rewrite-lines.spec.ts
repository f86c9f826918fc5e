import { describe, expect, it, jest } from '@jest/globals';
import {
  asyncScheduler,
  BehaviorSubject,
  concat,
  EMPTY,
  ignoreElements,
  merge,
  NEVER,
  type Observable,
  of,
  Subject,
  tap,
  throwError,
} from 'rxjs';
import type { Transport } from 'rx-informer';
import { rewriteLines, type Steps } from '../../src/representations/rewrite-lines.ts';
import { stillClock } from '../support/virtual-time.ts';

const request = { path: '/api/v1/pods', query: { watch: 'true' } };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Rewrites a line of text into two equal lines. */
function* twice(line: Uint8Array): Steps {
  const text = new TextDecoder().decode(line);
  yield undefined;
  yield `${text}1\n`;
  yield `${text}2\n`;
}

/** Records the chunks of an Observable as text, and also how the Observable ends. */
function seen(lines$: Observable<Uint8Array>) {
  const log: string[] = [];
  const subscription = lines$.subscribe({
    next: (chunk) => log.push(new TextDecoder().decode(chunk)),
    error: (error: unknown) => log.push(`# ${(error as Error).message}`),
    complete: () => log.push('|'),
  });
  return { log, subscription };
}

const rewritten = (open: Transport['open']): Observable<Uint8Array> => rewriteLines(open, request, twice);

describe('rewriteLines', () => {
  stillClock();

  it('should emit the result of a chunk as one chunk, for any split of the lines', () => {
    const { log } = seen(rewritten(() => of(bytes('a\nb\n\n\nc'), bytes('d\n'))));

    expect(log).toEqual(['a1\na2\nb1\nb2\n', 'cd1\ncd2\n', '|']);
  });

  it('should complete without lines for an empty source, and stay open with an open source', () => {
    expect(seen(rewritten(() => EMPTY)).log).toEqual(['|']);
    expect(seen(rewritten(() => NEVER)).log).toEqual([]);
    expect(seen(rewritten(() => of(bytes('\n\n\n')))).log).toEqual(['|']);
  });

  it('should emit the lines before an error first', () => {
    const failing = concat(
      of(bytes('a\nb\n')),
      throwError(() => new Error('cut')),
    );

    expect(seen(rewritten(() => failing)).log).toEqual(['a1\na2\nb1\nb2\n', '# cut']);
  });

  it('should emit the lines before a line that cannot be rewritten', () => {
    const failing = rewriteLines(
      () => of(bytes('a\nb\nc\nd\n')),
      request,
      (line) => {
        if (new TextDecoder().decode(line) === 'c') throw new Error('no line');
        return twice(line);
      },
    );

    expect(seen(failing).log).toEqual(['a1\na2\nb1\nb2\n', '# no line']);
  });

  it('should emit a large text as a separate chunk', () => {
    const large = 'x'.repeat(100_000);
    const { log } = seen(
      rewriteLines(
        () => of(bytes('a\nb\n')),
        request,
        function* () {
          yield* ['1', large, '2'];
        },
      ),
    );

    expect(log).toEqual(['1', large, '21', large, '2', '|']);
  });

  it('should stop reading after an unsubscribe, and start again for the next subscriber', () => {
    const opened: Subject<Uint8Array>[] = [];
    const lines$ = rewritten(() => {
      const chunks = new Subject<Uint8Array>();
      opened.push(chunks);
      return chunks;
    });
    const left = seen(lines$);
    opened[0]?.next(bytes('a'));
    left.subscription.unsubscribe();
    opened[0]?.next(bytes('\n'));
    const next = seen(lines$);
    opened[1]?.next(bytes('b\n'));

    expect(left.log).toEqual([]);
    expect(next.log).toEqual(['b1\nb2\n']);
  });

  it('should rewrite the lines of many watches in slices, and pause the sources in the meantime', async () => {
    let time = 0;
    const clock = jest.spyOn(asyncScheduler, 'now').mockImplementation(() => (time += 6));
    const isBehind: boolean[] = [];
    const lines$ = rewritten(({ paused$ = NEVER }) =>
      merge(
        paused$.pipe(
          tap((one) => isBehind.push(one)),
          ignoreElements(),
        ),
        of(bytes('3\n4\n5\n')),
      ),
    );
    const emitted: string[] = [];
    for (const name of ['one', 'other'])
      lines$.subscribe((chunk) => emitted.push(`${name} ${new TextDecoder().decode(chunk).trim()}`));
    const atOnce = emitted.length;
    while (emitted.length < 12 || isBehind.at(-1) === true)
      await new Promise((resolve) => setTimeout(resolve, 1));
    clock.mockRestore();

    expect(atOnce).toBe(0);
    expect(emitted.filter((one) => one.startsWith('one'))).toEqual(
      ['31', '32', '41', '42', '51', '52'].map((text) => `one ${text}`),
    );
    expect(emitted.slice(0, 4).some((one) => one.startsWith('other'))).toBe(true);
    expect(isBehind.slice(0, 2)).toEqual([false, true]);
    expect(isBehind.at(-1)).toBe(false);
  });

  it('should pass on that the reader is slow', () => {
    const paused$ = new BehaviorSubject(false);
    const asked: boolean[] = [];
    const open: Transport['open'] = (given) => {
      given.paused$?.subscribe((one) => asked.push(one));
      return NEVER;
    };
    rewriteLines(open, { ...request, paused$ }, twice).subscribe();
    paused$.next(true);

    expect(asked).toEqual([false, true]);
  });
});
