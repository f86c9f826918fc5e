import type { ObjectKey } from '../../objects/index.ts';
import type { Delayed } from './delay-heap.ts';
import type { Linked, ReadyList } from './ready-list.ts';

/** An item of the queue: a key, of one cluster if there are several. */
export interface WorkItem {
  readonly key: ObjectKey;
  readonly cluster?: string;
}

/** What the queue knows of an item. */
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
  requeueAt: number;
  retryAt: number;
  debouncedUntil: number;
  debouncedSince: number | undefined;
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
    requeueAt: Infinity,
    retryAt: Infinity,
    debouncedUntil: Infinity,
    debouncedSince: undefined,
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

export function addCause(entry: Entry, cause: string | undefined): void {
  const { causes } = entry;
  if (cause === undefined || causes.includes(cause) || causes.length >= maxCauses) return;
  entry.causes = [...causes, cause];
}

export function endDebounce(entry: Entry): void {
  entry.debouncedUntil = Infinity;
  entry.debouncedSince = undefined;
}
