import type { Change, KubeObject } from 'rx-informer';

/** Makes a batch that counts how often its changes are read. */
export function countedBatch(changes: readonly Change<KubeObject>[]): {
  readonly batch: readonly Change<KubeObject>[];
  readonly reads: () => number;
} {
  let reads = 0;
  const batch = new Proxy(Object.freeze([...changes]), {
    get(target, name, receiver): unknown {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  return { batch, reads: () => reads };
}
