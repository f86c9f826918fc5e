import type { Change, KubeObject } from 'rx-informer';
import { FanOut, type Recipient } from '../../../src/client-node/machine/fan-out.ts';
import { change, line } from '../../support/things.ts';

type Told = Change<KubeObject>;

/** One that is done at once, or, if it is slow, when `finish` is called. */
export class Fake implements Recipient<KubeObject> {
  readonly told: string[] = [];
  onTold: () => void = () => undefined;
  readonly #isSlow: boolean;
  #running: { readonly key: string; readonly resolve: () => void }[] = [];

  constructor(isSlow = false) {
    this.#isSlow = isSlow;
  }
  tell(one: Told): Promise<void> | undefined {
    this.told.push(line(one));
    this.onTold();
    if (!this.#isSlow) return undefined;
    return new Promise((resolve) => this.#running.push({ key: one.key, resolve }));
  }
  /** The keys of the calls that run. */
  get running(): readonly string[] {
    return this.#running.map(({ key }) => key);
  }
  async finish(count = Infinity): Promise<void> {
    for (const { resolve } of this.#running.splice(0, count)) resolve();
    await settled();
  }
}

/** A fan-out with the buffer that stands in front of it. */
export class Line {
  readonly fanOut = new FanOut<KubeObject>();
  waiting: Told[] = [];

  push(...texts: string[]): void {
    this.waiting.push(...texts.map(change));
    this.fanOut.receive(texts.length);
  }
  deal(count = Infinity): void {
    for (let i = 0; i < count; i++) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.fanOut.deal(next);
    }
  }
  pause(): void {
    this.fanOut.pause(this.waiting.splice(0));
  }
  resume(): void {
    this.waiting = [...this.fanOut.resume()];
  }
}

/** Whoever was waited for has been done with. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}
