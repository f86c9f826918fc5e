import { ProtocolError } from '../../objects/index.ts';

/*
 * Node makes a buffer outside the heap for each read of a socket, and its fetch for each chunk. Left to the collector, they
 * drive it into full collections: 68 µs of CPU for a watch event of 5 KB where 35 are enough when each is given back as soon
 * as it is read. So a transport lends a chunk that no other code holds, and frees it when the reader has marked it as spent.
 */
const lent = new WeakSet<Uint8Array>();

/** Marks a chunk before it is emitted. The caller made its buffer, and no other code holds it. */
export function lend(chunk: Uint8Array): void {
  lent.add(chunk);
}

/** Marks a chunk whose bytes have all been read or copied: it may be freed. */
export function spend(chunk: Uint8Array): void {
  lent.delete(chunk);
}

/** Frees the buffer of chunks that were emitted, if all of them are spent. Otherwise a reader still needs the buffer, and it stays. */
export function reclaim(chunks: readonly Uint8Array[]): void {
  const waiting = chunks.filter((chunk) => lent.delete(chunk));
  if (waiting.length > 0) return;
  const buffer = chunks[0]?.buffer as { transfer?: (length: number) => unknown } | undefined;
  try {
    buffer?.transfer?.(0); // not before Node 22, nor in older browsers
  } catch {
    // It cannot be detached, as Node's own pool: it stays. Thrown here, in a listener of a socket, it would end the process.
  }
}

/**
 * Before a chunk is read.
 *
 * @throws ProtocolError when it was taken back already: another has read it before
 */
export function checkThere(chunk: Uint8Array): void {
  if (chunk.length > 0 || (chunk.buffer as { readonly detached?: boolean }).detached !== true) return;
  throw new ProtocolError(
    'a chunk was emptied before it was read; copy the chunks of a transport that you share or keep',
  );
}

/** The bytes that came and are not yet read, side by side. */
export interface ByteWindow {
  /** The buffer; outside `at` and `end` it holds nothing. A push may put another in its place. */
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly end: number;
  /** A chunk that was pushed waits to be copied, or the rest of one. */
  readonly hasMore: boolean;
  /** Copies the first part of a chunk to the end. A chunk of one part, as transports emit them, is spent then. */
  push(chunk: Uint8Array): void;
  /** Copies the next part of what waits; false when nothing does. */
  takeIn(): boolean;
  /** What lies before has been read. */
  moveTo(at: number): void;
  /** Forgets what it holds; its buffer serves on. */
  clear(): void;
}

/**
 * A buffer about as large as what waits in it: what was read makes room for what comes. A chunk may be a whole page of a
 * list, so it is copied in parts: its copy in one go would block the event loop, and take as much memory again.
 */
export function createByteWindow(partBytes = 262_144): ByteWindow {
  let bytes = new Uint8Array(0);
  const waiting: Uint8Array[] = [];
  /** Of the first that waits. */
  let copied = 0;
  let at = 0;
  let end = 0;

  /** Moves what waits to the front. At least as many bytes as are moved have come since: a byte is moved once or so. */
  const makeRoom = (needed: number): void => {
    const unread = end - at;
    if (unread + needed > bytes.length || 2 * unread > bytes.length) {
      const larger = new Uint8Array(Math.max(unread + needed, 2 * bytes.length));
      larger.set(bytes.subarray(at, end));
      bytes = larger;
    } else {
      bytes.copyWithin(0, at, end);
    }
    at = 0;
    end = unread;
  };
  const takeIn = (): boolean => {
    const [chunk] = waiting;
    if (chunk === undefined) return false;
    const part = chunk.subarray(copied, copied + partBytes);
    if (end + part.length > bytes.length) makeRoom(part.length);
    bytes.set(part, end);
    end += part.length;
    copied += part.length;
    if (copied === chunk.length) {
      waiting.shift();
      copied = 0;
      spend(chunk);
    }
    return true;
  };

  return {
    get bytes() {
      return bytes;
    },
    get at() {
      return at;
    },
    get end() {
      return end;
    },
    get hasMore() {
      return waiting.length > 0;
    },
    push(chunk) {
      if (waiting.push(chunk) === 1) takeIn();
    },
    takeIn,
    moveTo(to) {
      at = to;
    },
    clear() {
      at = end = copied = 0;
      waiting.length = 0;
    },
  };
}
