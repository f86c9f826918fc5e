import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { stamp } from './stamp.ts';
import type { WatchFrames } from './watch-frames.ts';

interface Watcher {
  readonly response: ServerResponse;
  readonly frames: WatchFrames;
}

const eventsPerSecond = 1_000;

/**
 * The open watches of the benchmark server. The server sends events only to the newest watch, because the measured
 * process has only one watch.
 */
export class Watchers {
  #open: readonly Watcher[] = [];
  #wake: (() => void)[] = [];

  add(response: ServerResponse, frames: WatchFrames): void {
    const watcher = { response, frames };
    this.#open = [...this.#open, watcher];
    response.on('close', () => {
      this.#open = this.#open.filter((other) => other !== watcher);
    });
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** Resolves with the newest watch, as soon as a watch is open. */
  async newest(): Promise<Watcher> {
    for (;;) {
      const watcher = this.#open.at(-1);
      if (watcher !== undefined) return watcher;
      await new Promise<void>((resolve) => {
        this.#wake.push(resolve);
      });
    }
  }

  /** Sends events as fast as the client reads. */
  async flatOut(which: 'cold' | 'flatOut'): Promise<void> {
    const { response, frames } = await this.newest();
    await writeAll(response, frames[which]);
  }

  /** Sends events at a fixed rate. Each event contains the time at which it is written. */
  async paced(): Promise<void> {
    const { response, frames } = await this.newest();
    const start = performance.now();
    for (let sent = 0; sent < frames.paced.length;) {
      const due = ((performance.now() - start) * eventsPerSecond) / 1_000;
      for (; sent < Math.min(due, frames.paced.length); sent++) {
        const frame = frames.paced[sent] ?? Buffer.alloc(0);
        stamp(frame);
        response.write(frame);
      }
      await setTimeout(1);
    }
  }

  /** Ends all watches with an ERROR event, as after an expired resourceVersion (410). */
  expire(): void {
    for (const { response, frames } of this.#open) response.end(frames.expired);
    this.#open = [];
  }
}

/** Writes buffers in pieces of 64 KB, as fast as the client reads. */
export async function writeAll(response: ServerResponse, buffers: readonly Buffer[]): Promise<void> {
  for (const buffer of buffers) {
    for (let at = 0; at < buffer.length; at += 65_536) {
      if (!response.write(buffer.subarray(at, at + 65_536))) await once(response, 'drain');
    }
  }
}
