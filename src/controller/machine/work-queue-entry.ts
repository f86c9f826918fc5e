import type { ObjectKey } from '../../objects/index.ts';
import type { Delayed } from './delay-heap.ts';
import type { Linked, ReadyList } from './ready-list.ts';

/** An item of the queue: a key, of one cluster if there are several. */
export interface WorkItem {
  readonly key: ObjectKey;
  readonly cluster?: string;
}

/** The state of an item in the queue. */
export interface Entry extends Delayed, Linked<Entry> {
  readonly id: string;
  readonly item: WorkItem;
  /** The causes of the next run. */
  causes: readonly string[];
  isLowPriority: boolean;
  readySince: number;
  /** The list that contains the entry, or `undefined` if the entry is not ready. */
  list: ReadyList<Entry> | undefined;
  isRunning: boolean;
  /** True if the item was added during its run. */
  isDirty: boolean;
  /** True if all requests during the run were repeats. */
  isDirtyByRepeat: boolean;
  requeueAt: number;
  retryAt: number;
  debouncedUntil: number;
  debouncedSince: number | undefined;
  /** True if all debounced requests have a low priority. */
  isDebouncedLow: boolean;
}

export function newEntry(id: string, item: WorkItem): Entry {
  return {
    id,
    item,
    causes: noCauses,
    isLowPriority: true,
    readySince: 0,
    list: undefined,
    previous: undefined,
    next: undefined,
    isRunning: false,
    isDirty: false,
    isDirtyByRepeat: false,
    requeueAt: Infinity,
    retryAt: Infinity,
    debouncedUntil: Infinity,
    debouncedSince: undefined,
    isDebouncedLow: false,
    dueAt: Infinity,
    heapIndex: -1,
  };
}

/** The causes of an item without a cause. */
export const noCauses: readonly string[] = [];

/** Returns the text that identifies an item. A key contains no line feed. */
export const idOf = ({ key, cluster }: WorkItem): string =>
  cluster === undefined ? key : `${cluster}\n${key}`;

/** More causes than this number are not kept: a program that puts an object's name into a cause must not use up the memory. */
const maxCauses = 16;

/** Arrays with one cause, by the cause. */
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

export function endDebounce(entry: Entry): void {
  entry.debouncedUntil = Infinity;
  entry.debouncedSince = undefined;
  entry.isDebouncedLow = false;
}
