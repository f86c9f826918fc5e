import type { ObjectKey } from '../../objects/index.ts';
import type { Delayed } from './delay-heap.ts';
import type { Listed, ReadyPlace } from './ready-list.ts';

/** An item of the queue: a key, of one cluster if there are several. */
export interface WorkItem {
  readonly key: ObjectKey;
  readonly cluster?: string;
}

/** The requests that came during a run. */
export interface Repetition {
  /** True if all requests have a low priority. */
  readonly isLowPriority: boolean;
  /** True if all requests are repeats. */
  readonly isRepeat: boolean;
}

/** The debounced requests of an item. */
export interface Debounced {
  readonly since: number;
  readonly until: number;
  /** True if all requests have a low priority. */
  readonly isLowPriority: boolean;
}

/**
 * The state of an item in the queue. A queue can have 100,000 entries, so the members of a state exist only in that state. A time
 * that is not set is `undefined`, because V8 stores a number with a fraction, and also `Infinity`, outside the object (16 B).
 */
export class Entry implements Delayed, Listed<Entry> {
  readonly key: ObjectKey;
  readonly cluster: string | undefined;
  /** The causes of the next run. */
  causes: readonly string[] = noCauses;
  isRunning = false;
  /** The requests during the run, or `undefined` if there were none. */
  repetition: Repetition | undefined = undefined;
  ready: ReadyPlace<Entry> | undefined = undefined;
  requeueAt: number | undefined = undefined;
  retryAt: number | undefined = undefined;
  debounced: Debounced | undefined = undefined;
  heapIndex = -1;

  constructor({ key, cluster }: WorkItem) {
    this.key = key;
    this.cluster = cluster;
  }

  /** The time in ms at which the entry is due. `Infinity` if the entry waits for no time. */
  get dueAt(): number {
    return Math.min(this.requeueAt ?? Infinity, this.retryAt ?? Infinity, this.debounced?.until ?? Infinity);
  }
}

/** The array of causes for each item that has no cause. */
export const noCauses: readonly string[] = [];

export const itemOf = ({ key, cluster }: Entry): WorkItem =>
  cluster === undefined ? { key } : { key, cluster };

/** More causes than this number are not kept: a program that puts an object's name into a cause must not use up the memory. */
const maxCauses = 16;

/** For each cause, the array that contains only this cause. Items share these arrays. */
export type SingleCauses = Map<string, readonly string[]>;

export function addCause(entry: Entry, cause: string | undefined, singles: SingleCauses): void {
  const { causes } = entry;
  if (cause === undefined || causes.includes(cause) || causes.length >= maxCauses) return;
  entry.causes = causes.length === 0 ? single(cause, singles) : [...causes, cause];
}

function single(cause: string, singles: SingleCauses): readonly string[] {
  const shared = singles.get(cause);
  if (shared !== undefined) return shared;
  const created = [cause];
  if (singles.size < maxCauses) singles.set(cause, created);
  return created;
}
