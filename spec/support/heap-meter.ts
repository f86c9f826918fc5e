import { getHeapStatistics } from 'node:v8';
import { garbageCollector } from './garbage-collector.ts';

/** Returns a function that measures the reachable bytes of V8's heap at each call. */
export function heapMeter(): () => number {
  const collectGarbage = garbageCollector();
  return () => {
    collectGarbage();
    return getHeapStatistics().used_heap_size;
  };
}
