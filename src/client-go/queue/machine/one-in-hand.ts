import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { ReflectorEvent } from '../../../reflector/index.ts';
import type { KeyDeltas } from '../key-delta.ts';
import type { ByKeyFifo } from './by-key-fifo.ts';
import type { Fifo } from '../../../queue/index.ts';

/** A queue whose consumer asks again once it has processed what it was given; until then that is in hand. */
export function oneInHand<T extends KubeObject>(fifo: ByKeyFifo<T>): Fifo<ReflectorEvent<T>, KeyDeltas<T>> {
  let last: ObjectKey | undefined;
  return {
    get length() {
      return fifo.length;
    },
    get hasSynced() {
      return fifo.hasSynced;
    },
    write: (event) => fifo.write(event),
    pop: () => {
      if (last !== undefined) fifo.processed(last);
      const deltas = fifo.handOut();
      last = deltas?.at(-1)?.key;
      return deltas;
    },
  };
}
