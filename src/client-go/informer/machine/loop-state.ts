import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { AnyDeltas, KeyDeltas, RealDeltas } from '../../queue/key-delta.ts';

/** What a pop took, and how often it has been refused. */
export interface Popped<D> {
  readonly deltas: D;
  readonly attempt: number;
}

/** What a controller's loop remembers: whether it has synced, and what was refused and waits to be tried again. */
export class LoopState<T extends KubeObject, D extends AnyDeltas<T>> {
  readonly #refused = new Map<ObjectKey, Popped<D>>();
  #hasSynced = false;
  #isListed = false;
  #isIdle = false;

  /** All of the first list has been processed, or it was empty and so was the queue (B84). */
  get hasSynced(): boolean {
    return (this.#hasSynced ||= this.#isListed && this.#isIdle);
  }

  /** A list goes into the queue. */
  listed(): void {
    this.#isListed = true;
  }

  /** The queue has been asked for more, and may have nothing. */
  asked(): void {
    this.#isIdle = true;
  }

  /** Something came out of it. What was refused of its key is older, and done with. */
  popped(deltas: D): void {
    this.#isIdle = false;
    const key = keyOfDeltas(deltas);
    if (key !== undefined) this.#refused.delete(key);
  }

  isInInitialList(deltas: D): boolean {
    return isByKey(deltas) ? deltas.isInInitialList : !this.#hasSynced;
  }

  processed(deltas: D): void {
    if (isByKey(deltas)) this.#hasSynced ||= hasSyncedWith(deltas);
    else this.#hasSynced ||= deltas.some(({ type }) => type !== 'Bookmark');
  }

  /** Keeps it until it is tried again. */
  refuse({ deltas, attempt }: Popped<D>, key: ObjectKey): Popped<D> {
    const again = { deltas, attempt: attempt + 1 };
    this.#refused.set(key, again);
    return again;
  }

  /** Whether it still waits to be tried again; it does no longer. */
  take(again: Popped<D>): boolean {
    const key = keyOfDeltas(again.deltas);
    return key !== undefined && this.#refused.get(key) === again && this.#refused.delete(key);
  }

  /** A new run, with a queue of its own: what waited is listed again. */
  restart(): void {
    this.#refused.clear();
    this.#isListed = this.#isIdle = false;
  }
}

/** The key that all of them are of; none for a list, a resync or a bookmark. */
export function keyOfDeltas<T extends KubeObject>(deltas: AnyDeltas<T>): ObjectKey | undefined {
  const [first] = deltas as readonly { readonly key?: ObjectKey }[];
  return first?.key;
}

function isByKey<T extends KubeObject>(deltas: AnyDeltas<T>): deltas is KeyDeltas<T> | RealDeltas<T> {
  return 'isInInitialList' in deltas;
}

function hasSyncedWith<T extends KubeObject>(deltas: KeyDeltas<T> | RealDeltas<T>): boolean {
  return (deltas as Partial<KeyDeltas<T>>).hasSynced ?? !deltas.isInInitialList;
}
