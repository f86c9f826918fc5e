/** What one run of one variant gave. */
export interface Figures {
  readonly objects: number;
  /** ms, all threads. */
  readonly syncCpu: number;
  readonly syncWall: number;
  /** ms: the longest gap of a timer of 1 ms. */
  readonly syncStall: number;
  /** ms of CPU of the main thread in such a gap. */
  readonly syncTask: number;
  /** MB, at the end of the sync. */
  readonly peakRss: number;
  /** Bytes of heap. */
  readonly heapPerObject: number;
  /** µs, all threads. */
  readonly eventCpu: number;
  readonly eventStall: number;
  readonly eventTask: number;
}

export type Column = Exclude<keyof Figures, 'objects'>;

/** The columns of the table, their units and digits. */
export const columns: readonly (readonly [column: Column, title: string, digits: number])[] = [
  ['syncCpu', 'sync CPU ms', 0],
  ['syncWall', 'wall ms', 0],
  ['syncStall', 'stall ms', 0],
  ['syncTask', 'task CPU ms', 0],
  ['peakRss', 'peak RSS MB', 0],
  ['heapPerObject', 'heap B/object', 0],
  ['eventCpu', 'CPU µs/event', 1],
  ['eventStall', 'stall ms', 0],
  ['eventTask', 'task CPU ms', 0],
];

/** The middle, or the value below which a share of the values lies. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? NaN;
  const above = sorted[Math.ceil(at)] ?? NaN;
  return below + (above - below) * (at - Math.floor(at));
}
