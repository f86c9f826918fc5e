import type { Change, KubeObject } from 'rx-informer';
import {
  CallbackDispatcher,
  type CallbackTarget,
} from '../../../src/client-node/machine/callback-dispatcher.ts';
import { change, line } from '../../support/things.ts';

type TestChange = Change<KubeObject>;

/**
 * Replaces the callbacks of a user, and records their calls. By default, each call completes synchronously. With
 * `isSlow`, the calls complete when the spec calls `finish`.
 */
export class FakeTarget implements CallbackTarget<KubeObject> {
  readonly calls: string[] = [];
  onCall: () => void = () => undefined;
  readonly #isSlow: boolean;
  #running: { readonly key: string; readonly resolve: () => void }[] = [];

  constructor(isSlow = false) {
    this.#isSlow = isSlow;
  }
  call(one: TestChange): Promise<void> | undefined {
    this.calls.push(line(one));
    this.onCall();
    if (!this.#isSlow) return undefined;
    return new Promise((resolve) => this.#running.push({ key: one.key, resolve }));
  }
  /** The keys of the objects whose callbacks are running. */
  get running(): readonly string[] {
    return this.#running.map(({ key }) => key);
  }
  async finish(count = Infinity): Promise<void> {
    for (const { resolve } of this.#running.splice(0, count)) resolve();
    await settled();
  }
}

/** A callback dispatcher behind a buffer, as in the informer. */
export class BufferedDispatcher {
  readonly dispatcher = new CallbackDispatcher<KubeObject>();
  waiting: TestChange[] = [];

  push(...texts: string[]): void {
    this.waiting.push(...texts.map(change));
    this.dispatcher.receive(texts.length);
  }
  dispatch(count = Infinity): void {
    for (let i = 0; i < count; i++) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.dispatcher.dispatch(next);
    }
  }
  pause(): void {
    this.dispatcher.pause(this.waiting.splice(0));
  }
  resume(): void {
    this.waiting = [...this.dispatcher.resume()];
  }
}

/** Resolves when all pending microtasks have run. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}
