import { Buffer } from 'node:buffer';

/** Bytes that come in chunks. */
export interface ByteBuffer {
  readonly length: number;
  append(chunk: Uint8Array): void;
  /** All bytes so far, not copied. */
  bytes(): Buffer;
}

/**
 * Copies the chunks into a buffer that doubles. A list of them would hold some 300 bytes for each chunk, and a server can
 * send 8 MiB in chunks of one byte.
 */
export function createByteBuffer(): ByteBuffer {
  let all = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(chunk) {
      const longer = length + chunk.length;
      if (longer > all.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(longer, 2 * all.length));
        larger.set(all.subarray(0, length));
        all = larger;
      }
      all.set(chunk, length);
      length = longer;
    },
    bytes: () => all.subarray(0, length),
  };
}
