import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import {
  createByteWindow,
  transferChunk,
  detachReleased,
  releaseChunk,
} from '../../../src/source/machine/byte-window.ts';
import { ProtocolError } from '../../../src/objects/index.ts';
import { createEventReader } from '../../../src/source/machine/event-reader.ts';
import { createPageReader } from '../../../src/source/machine/page-reader.ts';
import { provideTransfer } from '../../support/transferable-buffers.ts';

const canTransfer = 'transfer' in ArrayBuffer.prototype;

describe('byte window', () => {
  it('should contain the unread bytes, in order', () => {
    const steps = fc.array(
      fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.double({ min: 0, max: 1, noNaN: true })),
    );

    fc.assert(
      fc.property(steps, (all) => {
        const window = createByteWindow();
        let expected: number[] = [];

        for (const [chunk, share] of all) {
          window.push(chunk);
          expected.push(...chunk);
          const read = Math.floor(share * expected.length);
          window.moveTo(window.at + read);
          expected = expected.slice(read);

          expect([...window.bytes.subarray(window.at, window.end)]).toEqual(expected);
        }
      }),
    );
  });

  it('should copy a large chunk in parts, one per call', () => {
    const window = createByteWindow(4);
    const unread = (): readonly number[] => [...window.bytes.subarray(window.at, window.end)];
    const chunk = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9);

    window.push(chunk);
    window.push(Uint8Array.of(10));
    expect([unread(), window.hasMore]).toEqual([[1, 2, 3, 4], true]);

    window.moveTo(window.at + 3);
    expect(window.copyNext()).toBe(true);
    expect(unread()).toEqual([4, 5, 6, 7, 8]);
    window.moveTo(window.end);
    expect([window.copyNext(), window.copyNext(), window.hasMore]).toEqual([true, true, false]);
    expect(unread()).toEqual([9, 10]);
    expect(window.copyNext()).toBe(false);
    expect(window.bytes.length).toBeLessThan(chunk.length);

    window.push(chunk);
    window.clear();
    expect([unread(), window.hasMore, window.copyNext()]).toEqual([[], false, false]);
  });

  it('should release a chunk once it is copied completely', () => {
    const window = createByteWindow(4);
    const chunk = new Uint8Array(new ArrayBuffer(8));
    transferChunk(chunk);

    window.push(chunk);
    detachReleased([chunk]);
    expect(chunk.length).toBe(8); // the chunk is not copied yet, so it is not detached

    const small = new Uint8Array(new ArrayBuffer(4));
    window.copyNext();
    transferChunk(small);
    window.push(small);
    detachReleased([small]);
    expect(small.length).toBe(canTransfer ? 0 : 4);
  });

  it('should not grow while the caller reads the bytes', () => {
    const window = createByteWindow();

    for (let i = 0; i < 10_000; i++) {
      window.push(new Uint8Array(100));
      window.moveTo(window.end - 10);
    }

    expect(window.bytes.length).toBeLessThan(1_000);
  });

  /** Pushes and reads bytes in turn. The arguments are numbers of bytes. */
  const windowAfter = (...steps: readonly (readonly [pushed: number, read: number])[]) => {
    const window = createByteWindow();
    for (const [pushed, read] of steps) {
      window.push(new Uint8Array(pushed));
      window.moveTo(window.at + read);
    }
    return { size: window.bytes.length, at: window.at, end: window.end };
  };

  it.each<[string, ReturnType<typeof windowAfter>, ReturnType<typeof windowAfter>]>([
    [
      'keep the bytes in place if there is room',
      windowAfter([10, 8], [3, 2], [4, 0]),
      { size: 10, at: 2, end: 9 },
    ],
    [
      'keep the bytes in place if there is just room',
      windowAfter([10, 8], [3, 2], [5, 0]),
      { size: 10, at: 2, end: 10 },
    ],
    ['move the bytes to the front', windowAfter([10, 8], [3, 0]), { size: 10, at: 0, end: 5 }],
    [
      'move the bytes to the front if they just fit',
      windowAfter([10, 8], [8, 0]),
      { size: 10, at: 0, end: 10 },
    ],
    ['move half a buffer to the front', windowAfter([10, 5], [5, 0]), { size: 10, at: 0, end: 10 }],
    [
      'allocate a larger buffer for more than half a buffer',
      windowAfter([10, 4], [1, 0]),
      { size: 20, at: 0, end: 7 },
    ],
    [
      'allocate a larger buffer if the bytes do not fit',
      windowAfter([10, 8], [9, 0]),
      { size: 20, at: 0, end: 11 },
    ],
    ['allocate a buffer as large as needed', windowAfter([10, 0], [90, 0]), { size: 100, at: 0, end: 100 }],
  ])('should %s', (_, window, expected) => {
    expect(window).toEqual(expected);
  });

  it('should keep no reference to a chunk (PF21)', () => {
    const window = createByteWindow();
    const chunk = Uint8Array.of(1, 2, 3);

    window.push(chunk);
    chunk.fill(0);

    expect([...window.bytes.subarray(window.at, window.end)]).toEqual([1, 2, 3]);
  });
});

provideTransfer();

const settings = { keepManagedFields: false, maxFrameBytes: 1_000, maxPageBytes: 1_000, confidential: false };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text).slice();

describe('transferred chunks', () => {
  it('should be detached after they were released', () => {
    const chunk = bytesOf('abc');

    transferChunk(chunk);
    releaseChunk(chunk);
    detachReleased([chunk]);

    expect(chunk).toHaveLength(0);
  });

  it('should not be detached before they are released, nor when they are released later', () => {
    const chunk = bytesOf('abc');

    transferChunk(chunk);
    detachReleased([chunk]);
    releaseChunk(chunk);

    expect(new TextDecoder().decode(chunk)).toBe('abc');
  });

  it('should stay when their buffer cannot be detached', () => {
    const chunk = new Uint8Array(new WebAssembly.Memory({ initial: 1 }).buffer, 0, 3);

    transferChunk(chunk);
    releaseChunk(chunk);
    detachReleased([chunk]);

    expect(chunk).toHaveLength(3);
  });

  it('should fail a read when they are detached', () => {
    const chunk = bytesOf('{"metadata":{}}\n');
    transferChunk(chunk);
    releaseChunk(chunk);
    detachReleased([chunk]);
    const events = createEventReader(settings, () => undefined);

    for (const read of [() => [...events.read(chunk)], () => createPageReader(settings).push(chunk)]) {
      expect(read).toThrow(ProtocolError);
      expect(read).toThrow('copy the chunks of a transport');
    }
  });

  it('should not fail a read when they are empty', () => {
    const chunk = new Uint8Array(0);

    expect([...createEventReader(settings, () => undefined).read(chunk)]).toEqual([]);
    expect(() => createPageReader(settings).push(chunk)).not.toThrow();
  });

  it('should stay when they were not transferred', () => {
    const chunk = bytesOf('abc');

    releaseChunk(chunk);

    expect(chunk).toHaveLength(3);
  });

  it('should be released by a watch after all events were read', () => {
    const pod = { metadata: { name: 'a', uid: 'u', resourceVersion: '7' } };
    const frame = JSON.stringify({ type: 'ADDED', object: pod });
    const reader = createEventReader(settings, () => undefined);
    const chunk = bytesOf(`${frame}\n${frame}\n${frame.slice(0, 20)}`);
    transferChunk(chunk);
    const events = reader.read(chunk);
    const first = events.next();
    const rest = [...events];
    detachReleased([chunk]);

    expect([first.value, ...rest]).toHaveLength(2);
    expect(chunk).toHaveLength(0);
    expect([...reader.read(bytesOf(`${frame.slice(20)}\n`))]).toEqual([{ type: 'ADDED', object: pod }]);
  });

  it('should not be released by a watch that was unsubscribed within them', () => {
    const chunk = bytesOf('{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1"}}}\n\n');
    transferChunk(chunk);
    const events = createEventReader(settings, () => undefined).read(chunk);
    events.next();
    events.return();
    detachReleased([chunk]);

    expect(chunk).not.toHaveLength(0);
  });

  it('should be released by a page when they are pushed', () => {
    const reader = createPageReader(settings);
    const chunk = bytesOf(
      '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"3"},"items":[]}',
    );

    transferChunk(chunk);
    reader.push(chunk);
    detachReleased([chunk]);
    reader.end();
    reader.work(() => false);

    expect(chunk).toHaveLength(0);
    expect(reader.page()).toMatchObject({ items: [], resourceVersion: '3' });
  });
});
