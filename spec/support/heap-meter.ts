import { getHeapStatistics } from 'node:v8';
import { garbageCollector } from './garbage-collector.ts';

/** Returns a function that collects garbage and returns the bytes in use on V8's heap. */
export function heapMeter(): () => number {
  const collectGarbage = garbageCollector();
  return () => {
    collectGarbage();
    return getHeapStatistics().used_heap_size;
  };
}
