import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BehaviorSubject, lastValueFrom, tap } from 'rxjs';
import { bodyChunks, limitContentCodings } from '../../src/fetch/body-chunks.ts';
import { createEventReader } from '../../src/source/index.ts';
import { provideTransfer } from '../support/transferable-buffers.ts';

provideTransfer();

const frame = '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1"}}}\n';
const settings = { keepManagedFields: false, maxFrameBytes: 1_000, maxPageBytes: 1_000, confidential: false };

/** Returns a response with one chunk. The body is a byte stream or a default stream. */
const bodyOf = (chunk: Uint8Array<ArrayBuffer>, type?: 'bytes'): Response => {
  const start = (controller: { enqueue(chunk: Uint8Array<ArrayBuffer>): void; close(): void }): void => {
    controller.enqueue(chunk);
    controller.close();
  };
  return new Response(type === 'bytes' ? new ReadableStream({ type, start }) : new ReadableStream({ start }));
};
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text).slice();

/** Returns the chunk after the body has ended. If the memory of the chunk was freed, the chunk is empty. */
const left = (response: Response, read: (chunk: Uint8Array) => unknown): Promise<Uint8Array> =>
  lastValueFrom(bodyChunks(response).pipe(tap(read)));
const readEvents = (chunk: Uint8Array): unknown => [
  ...createEventReader(settings, () => undefined).read(chunk),
];

describe('bodyChunks', () => {
  it('should free a chunk that a watch has read', async () => {
    expect(await left(bodyOf(bytesOf(frame), 'bytes'), readEvents)).toHaveLength(0);
    expect(await left(new Response(frame), readEvents)).toHaveLength(0);
  });

  it('should not change a chunk that the subscriber keeps', async () => {
    const chunk = await left(bodyOf(bytesOf(frame), 'bytes'), () => undefined);

    expect(new TextDecoder().decode(chunk)).toBe(frame);
  });

  it('should not free the buffer of a stream that did not take it over', async () => {
    const mine = bytesOf(frame);

    expect(await left(bodyOf(mine), readEvents)).toBe(mine);
    expect(mine).toHaveLength(frame.length);
  });

  it('should complete without a chunk for an answer without a body', async () => {
    expect(await lastValueFrom(bodyChunks(new Response(null)), { defaultValue: 'none' })).toBe('none');
  });

  it('should stop reading while it is paused', async () => {
    let pulled = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      controller.enqueue(bytesOf(String(pulled++)));
      if (pulled === 5) controller.close();
    };
    const response = new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
    const paused = new BehaviorSubject(false);
    const seen: string[] = [];
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    bodyChunks(response, paused).subscribe((chunk) => {
      seen.push(new TextDecoder().decode(chunk));
      if (seen.length === 2) paused.next(true);
    });
    await turn();
    expect([seen, pulled]).toEqual([['0', '1'], 2]);

    paused.next(false);
    await turn();
    expect(seen).toEqual(['0', '1', '2', '3', '4']);
  });

  it('should stay closed when it is resumed after an unsubscribe', async () => {
    const paused = new BehaviorSubject(true);
    const seen: unknown[] = [];
    const subscription = bodyChunks(new Response(frame), paused).subscribe((chunk) => seen.push(chunk));
    await new Promise((resolve) => setImmediate(resolve));
    subscription.unsubscribe();
    paused.next(false);

    expect(seen).toHaveLength(1);
    expect(paused.observed).toBe(false);
  });
});

const name = Symbol.for('undici.globalDispatcher.1');
const world = globalThis as unknown as Record<symbol, unknown>;

describe('limitContentCodings', () => {
  const ofNode = world[name];
  // Sets the dispatcher to undefined, because Node's own dispatcher cannot be deleted.
  beforeEach(() => {
    world[name] = undefined;
  });
  afterEach(() => {
    world[name] = ofNode;
  });

  /**
   * Replaces the global dispatcher of `fetch` by a fake dispatcher, which calls `answer`. Returns the calls that reach
   * the handler of the request.
   */
  const answered = (
    answer: (handler: Record<string, (...given: unknown[]) => unknown>) => unknown,
  ): unknown => {
    const received: unknown[] = [];
    const handler = {
      body: 'none',
      onHeaders(...given: unknown[]) {
        this.body = 'begun';
        received.push(given);
        return true;
      },
      onData(): string {
        return this.body;
      },
    };
    let result: unknown;
    world[name] = {
      dispatch: (options: unknown, own: never) => {
        result = answer(own);
        return options === 'options';
      },
    };
    expect(limitContentCodings()?.dispatcher.dispatch('options', handler as never)).toBe(true);
    return { received, result };
  };
  const raw = (...codings: readonly string[]): readonly Buffer[] =>
    ['date', 'today', ...codings.flatMap((coding) => ['Content-Encoding', coding])].map((text) =>
      Buffer.from(text),
    );

  it('should do nothing without a dispatcher', () => {
    expect(limitContentCodings()).toBeUndefined();
  });

  it('should pass an answer with five codings, and keep the state of the handler', () => {
    const headers = raw('gzip, gzip, gzip', 'gzip,br');

    expect(
      answered((handler) => [handler['onHeaders']?.(200, headers, 'resume', 'OK'), handler['onData']?.()]),
    ).toEqual({ received: [[200, headers, 'resume', 'OK']], result: [true, 'begun'] });
  });

  it.each([
    ['one header', raw('gzip, gzip, gzip, gzip, gzip, gzip')],
    ['six headers', raw('gzip', 'gzip', 'gzip', 'gzip', 'gzip', 'gzip')],
  ])('should refuse an answer with six codings in %s', (_, headers) => {
    expect(() => answered((handler) => handler['onHeaders']?.(200, headers))).toThrow(
      'more than 5 content codings',
    );
  });
});
