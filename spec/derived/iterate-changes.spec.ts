import { describe, expect, it, jest } from '@jest/globals';
import { BufferOverflowError, type Change, informer, type Informer, type KubeObject } from 'rx-informer';
import { iterateChanges, type IterateOptions, where } from 'rx-informer/derived';
import { inspect } from 'rx-informer/inspect';
import {
  concat,
  defer,
  EMPTY,
  finalize,
  firstValueFrom,
  from,
  NEVER,
  type Observable,
  of,
  Subject,
  throwError,
} from 'rxjs';
import type { ReflectorEvent } from '../../src/reflector/index.ts';
import { event, list } from '../support/reflector-events.ts';
import { line } from '../support/things.ts';
import { settled, until } from '../support/until.ts';

type Events = Observable<ReflectorEvent<KubeObject>>;

const failure = new Error('no');
const informerOf = (events$: Events): Informer<KubeObject> => informer(events$, { resetDelay: 0 });

/** Runs a loop over the changes, and collects the changes as lines of text. */
async function linesOf(
  source: Informer<KubeObject>,
  options: IterateOptions = {},
  body: (change: Change<KubeObject>, lines: readonly string[]) => Promise<void> | void = () => undefined,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const change of iterateChanges(source, options)) {
    lines.push(line(change));
    await body(change, lines);
  }
  return lines;
}

describe('iterateChanges', () => {
  it('should iterate over the current content and each change, and end when the informer completes', async () => {
    const events = from([list('a@1', 'b@2'), event('MODIFIED', 'b@12'), event('DELETED', 'a@13')]);

    expect(await linesOf(informerOf(events))).toEqual([
      'added a@1 initial',
      'added b@2 initial',
      'updated b@2 b@12 watch',
      'deleted a@13 watch',
    ]);
  });

  it('should keep changes in the buffer while the body works, and merge them with conflate', async () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const released = new Subject<void>();
    const lines: string[] = [];
    const metrics: number[] = [];
    const loop = (async () => {
      for await (const change of iterateChanges(informerOf(events), {
        buffer: 'conflate',
        metrics: { next: ({ conflated }) => metrics.push(conflated) },
      })) {
        lines.push(line(change));
        await new Promise<void>((resolve) => released.subscribe(() => resolve()));
      }
    })();
    events.next(list('a@1'));
    await until(() => lines.length === 1);
    for (const version of [2, 3, 4, 5]) {
      events.next(event('MODIFIED', `a@${version}`));
      await settled(); // each event comes in its own task
    }
    expect(lines).toEqual(['added a@1 initial']);
    released.next();
    await until(() => lines.length === 2);
    events.complete();
    released.next();
    await loop;

    expect(lines).toEqual(['added a@1 initial', 'updated a@1 a@5 watch']);
    expect(metrics.at(-1)).toBe(3);
  });

  it('should throw the error that ends the informer, after the changes before it', async () => {
    const lines: string[] = [];
    const source = informerOf(
      concat(
        of(list('a@1')),
        throwError(() => failure),
      ),
    );

    await expect(
      linesOf(source, {}, (change) => {
        lines.push(line(change));
      }),
    ).rejects.toThrow('no');

    expect(lines).toEqual(['added a@1 initial']);
  });

  it('should throw an error of the informer that comes while the body works', async () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const loop = linesOf(informerOf(events), {}, async () => {
      events.error(failure);
      await settled();
    });
    await settled();
    events.next(list('a@1'));

    await expect(loop).rejects.toThrow('no');
  });

  it('should throw the error of a full buffer', async () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const loop = linesOf(informerOf(events), { buffer: { size: 2, overflow: 'error' } }, async () => {
      for (const version of [2, 3, 4, 5]) events.next(event('MODIFIED', `a@${version}`));
      await settled();
    });
    await settled();
    events.next(list('a@1'));

    await expect(loop).rejects.toThrow(BufferOverflowError);
  });

  it.each([
    ['a break', 'break'],
    ['an error of the body', 'throw'],
  ])('should stop the informer after %s', async (_, way) => {
    const stopped = jest.fn();
    const source = informerOf(concat(of(list('a@1', 'b@2')), NEVER).pipe(finalize(stopped)));
    const lines: string[] = [];
    const loop = async (): Promise<void> => {
      for await (const change of iterateChanges(source)) {
        lines.push(line(change));
        if (way === 'throw') throw failure;
        break;
      }
    };
    await loop().catch((error: unknown) => expect(error).toBe(failure));

    expect(lines).toEqual(['added a@1 initial']);
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('should end a loop that waits, and a loop whose body works, when the signal aborts', async () => {
    const stopped = jest.fn();
    const abort = new AbortController();
    const source = informerOf(concat(of(list('a@1', 'b@2')), NEVER).pipe(finalize(stopped)));
    const waiting = linesOf(source, { signal: abort.signal });
    const released = new Subject<void>();
    const working = linesOf(source, { signal: abort.signal }, () => firstValueFrom(released));
    await settled();
    abort.abort();
    expect(stopped).toHaveBeenCalledTimes(1);
    released.next();

    expect(await waiting).toEqual(['added a@1 initial', 'added b@2 initial']);
    expect(await working).toEqual(['added a@1 replay']);
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('should end a pending call of next, and the subscription, when return is called', async () => {
    const stopped = jest.fn();
    const source = informerOf(concat(of(list('a@1')), NEVER).pipe(finalize(stopped)));
    const iterator = iterateChanges(source)[Symbol.asyncIterator]();
    await iterator.next();
    const pending = iterator.next();
    await settled();

    expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('should end without a subscription when return is called before next', async () => {
    const subscribed = jest.fn(() => NEVER);
    const iterator = iterateChanges(informerOf(defer(subscribed)))[Symbol.asyncIterator]();

    expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(subscribed).not.toHaveBeenCalled();
  });

  it('should let the event loop turn between slices, also if the body does not await', async () => {
    const names = Array.from({ length: 40 }, (_, nth) => `a${nth}@1`);
    const source = informerOf(of(list(...names)));
    let turns = 0;
    const counter = setInterval(() => turns++, 0);
    await linesOf(source, {}, () => {
      const end = performance.now() + 2;
      while (performance.now() < end);
    });
    clearInterval(counter);

    expect(turns).toBeGreaterThan(5); // 80 ms of work, and a turn after each 5 ms
  });

  it('should let the event loop turn after 5 ms, also after many quick bodies', async () => {
    const source = informerOf(of(list(...Array.from({ length: 1_030 }, (_, nth) => `a${nth}@1`))));
    let [nth, inTurn, most] = [0, 0, 0];
    const counter = setInterval(() => (inTurn = 0), 0);
    await linesOf(source, {}, () => {
      if (++nth <= 1_000) return;
      most = Math.max(most, ++inTurn);
      const end = performance.now() + 3;
      while (performance.now() < end);
    });
    clearInterval(counter);

    expect(most).toBeLessThan(12); // a clock that is read seldom would let 30 bodies run in one turn
  });

  it('should show its buffer to inspect, and iterate over resyncs', async () => {
    const source = informerOf(concat(of(list('a@1', 'b@2')), NEVER));
    const iterator = iterateChanges(source, { resyncPeriod: 20 })[Symbol.asyncIterator]();
    await iterator.next();

    expect(inspect(source).delivery.buffers).toMatchObject([{ buffer: 'unbounded', pending: 1 }]);
    await iterator.next();
    expect((await iterator.next()).value).toMatchObject({ cause: 'resync' });
    await iterator.return?.();
    expect(inspect(source).delivery).toMatchObject({ subscribers: 0, buffers: [] });
  });

  it('should not start the informer if the signal has aborted', async () => {
    const subscribed = jest.fn(() => of(list('a@1')));

    expect(await linesOf(informerOf(defer(subscribed)), { signal: AbortSignal.abort() })).toEqual([]);
    expect(subscribed).not.toHaveBeenCalled();
  });

  it('should begin a new subscription for each loop, also of a derived informer', async () => {
    const red = where(
      informerOf(concat(of(list('a@1:red', 'b@2')), NEVER)),
      ({ metadata }) => metadata.labels !== undefined,
      { resetDelay: 0 },
    );
    const changes = iterateChanges(red);
    const first = async (): Promise<string | undefined> => {
      for await (const change of changes) return line(change);
      return undefined;
    };

    expect([await first(), await first()]).toEqual(['added a@1:red initial', 'added a@1:red replay']);
  });

  it('should end for an informer without changes', async () => {
    expect(await linesOf(informerOf(EMPTY))).toEqual([]);
    expect(await linesOf(informerOf(of(list())))).toEqual([]);
  });

  it('should answer several calls of next in order', async () => {
    const changes = iterateChanges(informerOf(of(list('a@1', 'b@2'))))[Symbol.asyncIterator]();
    const results = await Promise.all([changes.next(), changes.next(), changes.next()]);

    expect(results.map(({ done, value }) => (done === true ? 'end' : line(value)))).toEqual([
      'added a@1 initial',
      'added b@2 initial',
      'end',
    ]);
  });

  it('should refuse a value that is not an informer, and options that do not exist', () => {
    const source = informerOf(NEVER);

    expect(() => iterateChanges({} as never)).toThrow(/iterateChanges: informer/);
    expect(() => iterateChanges(source, { notifier: NEVER } as never)).toThrow(/notifier/);
    expect(() => iterateChanges(source, { signal: 'x' as never })).toThrow(/iterateChanges: signal/);
    expect(() => iterateChanges(source, { buffer: 'none' as never })).toThrow(/iterateChanges: buffer/);
  });
});
