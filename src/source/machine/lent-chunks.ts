import { ProtocolError } from '../../objects/index.ts';

/*
 * Node makes a buffer outside the heap for each read of a socket, and its fetch for each chunk. Left to the collector, they
 * drive it into full collections: 68 µs of CPU for a watch event of 5 KB where 35 are enough when each is given back as soon
 * as it is read. So a transport lends a chunk that it shares with nobody, and takes it back when the reader has said that it
 * is spent.
 */
const lent = new WeakSet<Uint8Array>();

/** Before a chunk is emitted, by whoever made its buffer and nobody else holds it. */
export function lend(chunk: Uint8Array): void {
  lent.add(chunk);
}

/** All of the chunk has been read or copied: it may be empty from now on. */
export function spend(chunk: Uint8Array): void {
  lent.delete(chunk);
}

/** After the chunks of one buffer were emitted: frees it if they were spent. One that somebody still waits to read is left alone. */
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
