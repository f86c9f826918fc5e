import type { Json } from '../../../src/apiserver/json.ts';

/** Objects that count how often their members are read. */
export interface CountedObjects {
  readonly objects: readonly Json[];
  readonly reads: () => number;
}

/** Copies objects. The copies count the reads of one member, and the reads of the list of member names. */
export function countReads(originals: readonly Json[], member: string): CountedObjects {
  let reads = 0;
  const objects = originals.map(
    (original) =>
      new Proxy(original, {
        get: (target, name: string) => {
          reads += name === member ? 1 : 0;
          return target[name];
        },
        ownKeys: (target) => {
          reads++;
          return Reflect.ownKeys(target);
        },
      }),
  );
  return { objects, reads: () => reads };
}
