import { column, type Column } from '../driver/column.ts';

/** Returns a column without ratios to the baseline program. */
const alone = (...args: Parameters<typeof column>): Column => ({ ...column(...args), compared: false });

/** The columns of scenarios that cache a collection. `children/cache.ts` takes these measurements. */
export const cacheColumns: readonly Column[] = [
  column('first sync', 'syncCpu', 'CPU', 'ms'),
  column('first sync', 'syncWall', 'wall', 'ms'),
  column('first sync', 'syncStall', 'longest stall', 'ms'),
  column('first sync', 'syncTask', 'its CPU', 'ms'),
  alone('first sync', 'firstObject', 'first object', 'ms'),
  alone('memory', 'objects', 'objects', ''),
  column('memory', 'peakRss', 'peak RSS', 'MB'),
  column('memory', 'heapPerObject', 'heap', 'B/object'),
  column('memory', 'heapChanged', 'after all have changed', 'B/object'),
  alone('memory', 'outsidePerObject', 'outside', 'B/object'),
  column('first events', 'coldCpu', 'CPU', 'µs/event', 1),
  column('events, full speed', 'eventCpu', 'CPU', 'µs/event', 1),
  column('events, full speed', 'eventPauses', 'GC pauses', 'µs/event', 1),
  column('events, full speed', 'eventRate', 'events', '/s'),
  column('events, full speed', 'eventStall', 'longest stall', 'ms'),
  column('events, full speed', 'eventTask', 'its CPU', 'ms'),
  column('1,000 events/s', 'delayP50', 'write to handler p50', 'µs'),
  column('1,000 events/s', 'delayP99', 'p99', 'µs'),
  column('unchanged relist', 'relistCpu', 'CPU', 'ms'),
  alone('unchanged relist', 'relistShare', 'of the first sync', '', 2),
  alone('unchanged relist', 'relistChanges', 'changes', ''),
];
