import type { Socket } from 'node:net';
import type { Client } from './target.ts';

/** Open watches that count their events and measure the delay of events. */
export interface Watchers {
  /** Number of events that all watches have received so far. */
  readonly delivered: number;
  /** Time at which the last watch event was received. */
  readonly lastAt: number;
  /**
   * The delays from the request of a write to its watch event, in ms. Only one of twenty watches measures the delay.
   */
  readonly latencies: readonly number[];
  /** Number of watches that have ended. */
  readonly ended: number;
  close(): void;
}

/** Opens `count` watches of ConfigMaps. Each watch covers one namespace. */
export async function watchersOf(
  client: Client,
  namespaces: readonly string[],
  count: number,
): Promise<Watchers> {
  const state = { delivered: 0, ended: 0, lastAt: 0 };
  const latencies: number[] = [];
  const open: Socket[] = [];
  for (let at = 0; at < count; at++) {
    const namespace = namespaces[at % namespaces.length] ?? '';
    const path = `/api/v1/namespaces/${namespace}/configmaps?watch=true&resourceVersion=0`;
    const samples = at % 20 === 0;
    const lines = lineCounter();
    const socket = await client.watch(`${path}&timeoutSeconds=3600`, (bytes) => {
      state.delivered += lines(bytes);
      state.lastAt = performance.now();
      if (samples) sample(bytes, latencies);
    });
    open.push(socket);
    socket.once('close', () => state.ended++);
    socket.on('error', () => undefined);
  }
  return {
    get delivered() {
      return state.delivered;
    },
    get ended() {
      return state.ended;
    },
    get lastAt() {
      return state.lastAt;
    },
    latencies,
    close: () => open.forEach((socket) => socket.destroy()),
  };
}

/**
 * Creates a function that counts the lines of a watch. The function counts only line feeds without a carriage return
 * before them. A carriage return with a line feed belongs to the chunk headers of HTTP.
 */
function lineCounter(): (bytes: Buffer) => number {
  let last = 0;
  return (bytes) => {
    let count = 0;
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) {
      if ((at === 0 ? last : bytes[at - 1]) !== carriageReturn) count++;
    }
    last = bytes[bytes.length - 1] ?? 0;
    return count;
  };
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const marker = Buffer.from('"sent":"');

/**
 * Computes the delay of a watch event. Each write puts its start time into the object. Skips an event whose bytes are
 * in two chunks.
 */
function sample(bytes: Buffer, latencies: number[]): void {
  const now = performance.now();
  for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 1)) {
    const from = at + marker.length;
    const to = bytes.indexOf(0x22, from);
    if (to > from) latencies.push(now - Number(bytes.toString('latin1', from, to)));
  }
}
