import type { InformerConfig, InformerStep } from './informer-case.ts';
import { stepTime } from './informer-case.ts';

interface Listener {
  readonly asked: number;
  period: number;
  next: number;
}

/**
 * Approximate virtual time from a fault to the relist, in ms. The random part of the delay does not change the result
 * of any test case.
 */
const relistDelay = 1_200;

/**
 * Computes the times of resyncs by the rules of client-go. From these times, the replay knows how many of the last
 * batches of a step are resyncs.
 */
export class GoldenResyncs {
  readonly #default: number;
  #check: number;
  readonly #listeners = new Map<string, Listener>();
  #tick: number | undefined;
  #isStarted = false;

  constructor({ resyncSeconds }: InformerConfig) {
    this.#check = this.#default = resyncSeconds * 1_000;
  }

  /** @returns the number of resyncs of each handler during the step that began at the virtual time `start` */
  step(step: InformerStep, start: number): ReadonlyMap<string, number> {
    if (step.op === 'addHandler') this.#add(step, start);
    if (step.op === 'removeHandler') this.#listeners.delete(step.handler ?? '');
    if (step.op === 'stop') this.#tick = undefined;
    if (step.op === 'start' || step.op === 'relist') {
      this.#isStarted = true;
      const begun = start + (step.op === 'relist' ? relistDelay : 0);
      this.#tick = this.#check === 0 ? undefined : begun + this.#check;
    }
    return this.#due(start + stepTime);
  }

  #add({ handler = '', resyncSeconds }: InformerStep, now: number): void {
    const asked = resyncSeconds === undefined ? this.#default : resyncSeconds * 1_000;
    if (!this.#isStarted && asked > 0 && asked < this.#check) {
      this.#check = asked;
      for (const listener of this.#listeners.values()) listener.period = this.#agreed(listener.asked);
    }
    const period = this.#agreed(asked);
    this.#listeners.set(handler, { asked, period, next: now + period });
  }

  #agreed(asked: number): number {
    return asked === 0 || this.#check === 0 ? 0 : Math.max(asked, this.#check);
  }

  #due(until: number): ReadonlyMap<string, number> {
    const due = new Map<string, number>();
    while (this.#tick !== undefined && this.#tick < until) {
      for (const [name, listener] of this.#listeners) {
        if (listener.period === 0 || this.#tick < listener.next) continue;
        listener.next = this.#tick + listener.period;
        due.set(name, (due.get(name) ?? 0) + 1);
      }
      this.#tick += this.#check;
    }
    return due;
  }
}
