import { getHeapStatistics } from 'node:v8';
import { garbageCollector } from './garbage-collector.ts';

/** Measures the bytes of V8's heap that are still reachable, each time that the returned function is called. */
export function heapMeter(): () => number {
  const collectGarbage = garbageCollector();
  return () => {
    collectGarbage();
    return getHeapStatistics().used_heap_size;
  };
}
