import process from 'node:process';

/**
 * The annotation with the time at which an event was written, in ns of the clock that all processes of a computer
 * share.
 */
export const stampName = 'bench/sent';

const digits = 20;

/**
 * The value of the annotation before the server sends the event. The value has as many characters as a time. Therefore
 * the length of the event stays the same when the server replaces the value by the time.
 */
export const unstamped = '0'.repeat(digits);

const mark = Buffer.from(`"${stampName}":"`);

/** Writes the current time into the bytes of an event that contains `unstamped`. */
export function stamp(frame: Buffer): void {
  const at = frame.indexOf(mark) + mark.length;
  frame.write(String(process.hrtime.bigint()).padStart(digits, '0'), at, 'latin1');
}

/** Returns how long ago the server sent the event of an object, in µs. */
export function sinceStamp(object: unknown): number {
  const now = process.hrtime.bigint();
  const { metadata } = object as { readonly metadata: { readonly annotations: Record<string, string> } };
  return Number(now - BigInt(metadata.annotations[stampName] ?? '')) / 1_000;
}
