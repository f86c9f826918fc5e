/** The bytes that came and are not yet read, side by side. */
export interface ByteWindow {
  /** The buffer; outside `at` and `end` it holds nothing. A push may put another in its place. */
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly end: number;
  /** Copies a chunk to the end, so that the chunk itself can go. */
  push(chunk: Uint8Array): void;
  /** What lies before has been read. */
  moveTo(at: number): void;
  /** Forgets what it holds; its buffer serves on. */
  clear(): void;
}

/** A buffer about as large as what waits in it: what was read makes room for what comes. */
export function createByteWindow(): ByteWindow {
  let bytes = new Uint8Array(0);
  let at = 0;
  let end = 0;

  /** Moves what waits to the front. At least as many bytes as are moved have come since: a byte is moved once or so. */
  const makeRoom = (needed: number): void => {
    const waiting = end - at;
    if (waiting + needed > bytes.length || 2 * waiting > bytes.length) {
      const larger = new Uint8Array(Math.max(waiting + needed, 2 * bytes.length));
      larger.set(bytes.subarray(at, end));
      bytes = larger;
    } else {
      bytes.copyWithin(0, at, end);
    }
    at = 0;
    end = waiting;
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
    push(chunk) {
      if (end + chunk.length > bytes.length) makeRoom(chunk.length);
      bytes.set(chunk, end);
      end += chunk.length;
    },
    moveTo(to) {
      at = to;
    },
    clear() {
      at = end = 0;
    },
  };
}
