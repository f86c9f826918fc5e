import { ProtocolError } from '../../objects/index.ts';
import { excerptOf } from './excerpt.ts';
import { ascii } from './json-scan.ts';

/** Cuts a stream of bytes into lines. */
export interface FrameSplitter {
  /**
   * The lines that a chunk completes, without their line feed, empty ones left out. Each is valid until the next is
   * asked for: it may be a view of the chunk, so keep nothing of it (PF21).
   *
   * @throws ProtocolError when a line gets longer than allowed, finished or not
   */
  split(chunk: Uint8Array): Generator<Uint8Array, void>;
}

/**
 * A splitter on the byte 0x0A, which no other character of UTF-8 contains. What waits for its end is a list of chunks,
 * joined once: a line that comes in ten thousand pieces costs no more than another (PF1).
 *
 * @param confidential - errors show nothing of what came
 */
export function createFrameSplitter(maxBytes: number, confidential: boolean): FrameSplitter {
  let pieces: Uint8Array[] = [];
  let waiting = 0;

  const checked = (length: number, start: Uint8Array): void => {
    if (length <= maxBytes) return;
    throw new ProtocolError(
      `a watch frame is longer than ${maxBytes} bytes; raise maxFrameBytes if objects are that large`,
      { excerpt: excerptOf(start, confidential) },
    );
  };
  const joined = (rest: Uint8Array): Uint8Array => {
    if (waiting === 0) return rest;
    const frame = new Uint8Array(waiting + rest.length);
    let at = 0;
    for (const piece of [...pieces, rest]) {
      frame.set(piece, at);
      at += piece.length;
    }
    pieces = [];
    waiting = 0;
    return frame;
  };

  return {
    *split(chunk) {
      let from = 0;
      for (let to = chunk.indexOf(ascii.lineFeed); to !== -1; to = chunk.indexOf(ascii.lineFeed, from)) {
        const rest = chunk.subarray(from, to);
        checked(waiting + rest.length, pieces[0] ?? rest);
        const frame = joined(rest);
        from = to + 1;
        if (frame.length > 0) yield frame;
      }
      if (from === chunk.length) return;

      // A copy of what is left over, so that a few bytes do not hold a chunk of 64 KB.
      const rest = from === 0 ? chunk : new Uint8Array(chunk.subarray(from));
      pieces.push(rest);
      waiting += rest.length;
      checked(waiting, pieces[0] ?? rest);
    },
  };
}
