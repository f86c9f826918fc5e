import type { KubeObject } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { Delta, Deltas } from '../delta.ts';
import { deltaOf } from './delta-of.ts';
import type { Fifo } from './fifo.ts';
import { type Place, WaitingLine } from './waiting-line.ts';

/** Puts a delta into the line; gives back the place of one that stands alone. */
export type Put<T extends KubeObject> = (
  line: WaitingLine<Delta<T>>,
  delta: Delta<T>,
) => Place<Delta<T>> | undefined;

/** The queue whose replace passes whole; its two orders differ in how they `put`. */
export class AtomicFifo<T extends KubeObject> implements Fifo<ReflectorEvent<T>, Deltas<T>> {
  readonly #line = new WaitingLine<Delta<T>>();
  readonly #put: Put<T>;
  /** Whether an object or a list came yet; a bookmark or a resync does not count, as in RealFIFO. */
  #populated = false;
  #hasSynced = false;
  #firstList: Place<Delta<T>> | undefined;

  constructor(put: Put<T>) {
    this.#put = put;
  }

  get length(): number {
    return this.#line.length;
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  write(event: ReflectorEvent<T>): void {
    const delta = deltaOf(event);
    const place = this.#put(this.#line, delta);
    if (this.#populated || delta.type === 'SyncAll' || delta.type === 'Bookmark') return;
    this.#populated = true;
    if (delta.type === 'ReplacedAll') this.#firstList = place;
    else this.#hasSynced = true;
  }

  pop(): Deltas<T> | undefined {
    const place = this.#line.shift();
    if (place !== undefined && place === this.#firstList) {
      this.#hasSynced = true;
      this.#firstList = undefined;
    }
    return place?.deltas;
  }
}
