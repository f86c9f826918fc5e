import { Buffer } from 'node:buffer';

/** A buffer for bytes that arrive in chunks. */
export interface ByteBuffer {
  readonly length: number;
  append(chunk: Uint8Array): void;
  /** Returns all bytes that have arrived so far, without a copy. */
  bytes(): Buffer;
}

/**
 * Creates a buffer that copies each chunk, and doubles its capacity when it is full. A list of chunks would need about
 * 300 bytes of memory for each chunk, and a server can send 8 MiB in chunks of one byte.
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
