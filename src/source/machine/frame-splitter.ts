import { ProtocolError } from '../../objects/index.ts';
import { excerptOf } from './unexpected-answer.ts';
import { findByte } from './index-of-bytes.ts';
import { ascii } from './json-scan.ts';

export interface FrameSplitter {
  /**
   * Yields the lines that a chunk completes, including empty lines, without their line feeds. A line is a view of the chunk or of a
   * reused buffer, so the line is valid only until the next line is requested (PF21).
   *
   * @throws ProtocolError for a line that is too long, even if the line is incomplete
   */
  split(chunk: Uint8Array): Generator<Uint8Array, void>;
}

/**
 * Creates a splitter that ends a line at each byte 0x0A. In UTF-8 this byte occurs only in a line feed (PF1).
 *
 * The splitter copies an incomplete line into a buffer. The size of the buffer doubles when the line is
 * longer, so a line in ten thousand pieces is not slow. The splitter uses the same buffer for the next line,
 * because many small buffers outside the heap would cause full garbage collections.
 *
 * @param confidential - if true, errors contain none of the bytes
 */
export function createFrameSplitter(maxBytes: number, confidential: boolean): FrameSplitter {
  let buffer = new Uint8Array(0);
  /** The number of bytes of the incomplete line in the buffer. */
  let pending = 0;

  const append = (piece: Uint8Array): void => {
    const length = pending + piece.length;
    if (length > maxBytes) throw tooLong(pending === 0 ? piece : buffer.subarray(0, pending));
    if (length > buffer.length) {
      const larger = new Uint8Array(Math.max(length, 2 * buffer.length));
      larger.set(buffer.subarray(0, pending));
      buffer = larger;
    }
    buffer.set(piece, pending);
    pending = length;
  };
  const tooLong = (start: Uint8Array): ProtocolError =>
    new ProtocolError(
      `a watch frame is longer than ${maxBytes} bytes; raise maxFrameBytes if objects are that large`,
      { excerpt: excerptOf(start, confidential) },
    );
  const completed = (rest: Uint8Array): Uint8Array => {
    if (pending === 0) {
      if (rest.length > maxBytes) throw tooLong(rest);
      return rest;
    }
    append(rest);
    const frame = buffer.subarray(0, pending);
    pending = 0;
    if (buffer.length > maxKeptBuffer) buffer = new Uint8Array(0);
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
      if (from < chunk.length) append(from === 0 ? chunk : chunk.subarray(from));
    },
  };
}

/**
 * The largest buffer that is kept for the next frame, in bytes. A larger buffer is dropped after its frame,
 * because a watch can be open for a long time.
 */
const maxKeptBuffer = 262_144;
