import type { IncomingMessage } from 'node:http';
import type { Client } from './target.ts';

/** Watches that count what they are told, and how late. */
export interface Watchers {
  /** Events so far, of all. */
  readonly delivered: number;
  /** When the last one came. */
  readonly lastAt: number;
  /** Ms from the request of a write to its event, of one watch in twenty. */
  readonly latencies: readonly number[];
  /** Watches that have ended. */
  readonly ended: number;
  close(): void;
}

/** Opens so many watches of ConfigMaps, each of one namespace. */
export async function watchersOf(
  client: Client,
  namespaces: readonly string[],
  count: number,
): Promise<Watchers> {
  const state = { delivered: 0, ended: 0, lastAt: 0 };
  const latencies: number[] = [];
  const open: IncomingMessage[] = [];
  for (let at = 0; at < count; at++) {
    const namespace = namespaces[at % namespaces.length] ?? '';
    const path = `/api/v1/namespaces/${namespace}/configmaps?watch=true&resourceVersion=0`;
    const response = await client.watch(`${path}&timeoutSeconds=3600`);
    open.push(response);
    const samples = at % 20 === 0;
    response.on('data', (chunk: Buffer) => {
      for (let from = chunk.indexOf(newline); from >= 0; from = chunk.indexOf(newline, from + 1))
        state.delivered++;
      state.lastAt = performance.now();
      if (samples) sample(chunk, latencies);
    });
    response.once('close', () => state.ended++);
    response.on('error', () => undefined);
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
    close: () => open.forEach((response) => response.destroy()),
  };
}

const newline = 0x0a;
const marker = Buffer.from('"sent":"');

/** Each write says when it was sent; that of an event which two chunks share is passed over. */
function sample(chunk: Buffer, latencies: number[]): void {
  const now = performance.now();
  for (let at = chunk.indexOf(marker); at >= 0; at = chunk.indexOf(marker, at + 1)) {
    const from = at + marker.length;
    const to = chunk.indexOf(0x22, from);
    if (to > from) latencies.push(now - Number(chunk.toString('latin1', from, to)));
  }
}
