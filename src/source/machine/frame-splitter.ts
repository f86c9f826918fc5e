import { ProtocolError } from '../../objects/index.ts';
import { excerptOf } from './unexpected-answer.ts';
import { findByte } from './index-of-bytes.ts';
import { ascii } from './json-scan.ts';

/** Cuts a stream of bytes into lines. */
export interface FrameSplitter {
  /**
   * The lines that a chunk completes, empty ones too, without their line feed. Each is valid until the next is asked for,
   * and a view of the chunk or of a buffer used again: keep nothing of it (PF21).
   *
   * @throws ProtocolError when a line gets longer than allowed, finished or not
   */
  split(chunk: Uint8Array): Generator<Uint8Array, void>;
}

/**
 * A splitter on the byte 0x0A, which is part of no other character of UTF-8 (PF1). What waits for its end lies in a buffer
 * that doubles, so a line in ten thousand pieces costs no more than another; and it is used again, because many small
 * buffers outside the heap would drive the collector into full collections.
 *
 * @param confidential - errors show nothing of what came
 */
export function createFrameSplitter(maxBytes: number, confidential: boolean): FrameSplitter {
  let carry = new Uint8Array(0);
  let waiting = 0;

  const keep = (piece: Uint8Array): void => {
    const length = waiting + piece.length;
    if (length > maxBytes) throw tooLong(waiting === 0 ? piece : carry.subarray(0, waiting));
    if (length > carry.length) {
      const larger = new Uint8Array(Math.max(length, 2 * carry.length));
      larger.set(carry.subarray(0, waiting));
      carry = larger;
    }
    carry.set(piece, waiting);
    waiting = length;
  };
  const tooLong = (start: Uint8Array): ProtocolError =>
    new ProtocolError(
      `a watch frame is longer than ${maxBytes} bytes; raise maxFrameBytes if objects are that large`,
      { excerpt: excerptOf(start, confidential) },
    );
  const completed = (rest: Uint8Array): Uint8Array => {
    if (waiting === 0) {
      if (rest.length > maxBytes) throw tooLong(rest);
      return rest;
    }
    keep(rest);
    const frame = carry.subarray(0, waiting);
    waiting = 0;
    if (carry.length > largestKept) carry = new Uint8Array(0);
    return frame;
  };

  return {
    *split(chunk) {
      let from = 0;
      for (
        let to = findByte(chunk, ascii.lineFeed, 0);
        to !== -1;
        to = findByte(chunk, ascii.lineFeed, from)
      ) {
        const frame = completed(chunk.subarray(from, to));
        from = to + 1;
        yield frame;
      }
      if (from < chunk.length) keep(from === 0 ? chunk : chunk.subarray(from));
    },
  };
}

/** One frame of many megabytes shall not hold them for the life of a watch. */
const largestKept = 262_144;
