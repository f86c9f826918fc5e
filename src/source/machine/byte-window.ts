import { ProtocolError } from '../../objects/index.ts';

/*
 * The functions below free the buffers of chunks early. Node allocates a buffer outside the heap for each
 * read of a socket, and `fetch` of Node allocates a buffer for each chunk. If the garbage collector has to
 * free these buffers, it runs full collections. A watch event of 5 KB then costs 68 µs of CPU. If each buffer
 * is detached after the read, the event costs 35 µs. So a transport transfers the ownership of a chunk to the
 * reader, the reader releases the chunk, and the transport detaches the buffer.
 *
 * The WeakSet stores the chunks that a reader owns, because `Transport.open` emits plain `Uint8Array`s. A
 * user's wrapper that emits copies of chunks needs no change. Then no reader releases the original chunk, so
 * its buffer is not detached.
 */
const unreleased = new WeakSet<Uint8Array>();

/**
 * Transfers the ownership of a chunk to its reader. A transport calls this function before it emits the
 * chunk. The transport must have created the buffer of the chunk, and no other code may use the buffer.
 */
export function transferChunk(chunk: Uint8Array): void {
  unreleased.add(chunk);
}

/**
 * Releases a chunk. The buffer of the chunk may then be detached. A reader calls this function when it has
 * read or copied all bytes of the chunk.
 */
export function releaseChunk(chunk: Uint8Array): void {
  unreleased.delete(chunk);
}

/**
 * Detaches the common buffer of several emitted chunks if readers have released all these chunks. Otherwise a
 * reader still needs the buffer.
 */
export function detachReleased(chunks: readonly Uint8Array[]): void {
  const inUse = chunks.filter((chunk) => unreleased.delete(chunk));
  if (inUse.length > 0) return;
  const buffer = chunks[0]?.buffer as { transfer?: (length: number) => unknown } | undefined;
  try {
    buffer?.transfer?.(0); // older browsers and Node before version 22 do not have `transfer`
  } catch {
    // Node throws an error for a buffer of its own pool, because such a buffer cannot be detached. The error
    // is ignored, because an error in a listener of a socket would end the process.
  }
}

/**
 * Checks that a chunk can be read.
 *
 * @throws ProtocolError for a detached chunk, because another subscriber has already read the chunk
 */
export function checkNotDetached(chunk: Uint8Array): void {
  if (chunk.length > 0 || (chunk.buffer as { readonly detached?: boolean }).detached !== true) return;
  throw new ProtocolError(
    'a chunk was emptied before it was read; copy the chunks of a transport that you share or keep',
  );
}

/** The unread bytes of a stream, in one buffer. */
export interface ByteWindow {
  /** The buffer of the window. Only the bytes from `at` to `end` are valid. A push can replace the buffer. */
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly end: number;
  /** Whether a part of a pushed chunk is not copied into the buffer yet. */
  readonly hasMore: boolean;
  /**
   * Copies the first part of a chunk. If the chunk has only one part, the chunk is released. The chunks of
   * transports have only one part.
   */
  push(chunk: Uint8Array): void;
  /** Copies the next part of the pushed chunks. Returns false if all parts are copied. */
  copyNext(): boolean;
  moveTo(at: number): void;
  /** Drops all bytes and chunks, and keeps the buffer for later bytes. */
  clear(): void;
}

/**
 * Creates a window of bytes. Its buffer is about as large as the unread bytes, because the space of read
 * bytes is used again. A chunk can be a whole page of a list, so the window copies a chunk in parts. A single
 * copy would block the event loop, and need the memory twice.
 */
export function createByteWindow(partBytes = 262_144): ByteWindow {
  let bytes = new Uint8Array(0);
  const waiting: Uint8Array[] = [];
  /** The number of bytes of the first waiting chunk that are already copied. */
  let copied = 0;
  let at = 0;
  let end = 0;

  /**
   * Moves the unread bytes to the front of the buffer. A move happens only if at most half of the buffer is
   * unread, so each byte moves about once.
   */
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
  const copyNext = (): boolean => {
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
      releaseChunk(chunk);
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
      if (waiting.push(chunk) === 1) copyNext();
    },
    copyNext,
    moveTo(to) {
      at = to;
    },
    clear() {
      at = end = copied = 0;
      waiting.length = 0;
    },
  };
}
