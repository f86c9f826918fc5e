import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { Fifo } from '../../../queue/index.ts';
import type { ReflectorEvent } from '../../../reflector/index.ts';
import type { KeyDeltas } from '../key-delta.ts';
import type { ByKeyFifo } from './by-key-fifo.ts';

/**
 * Wraps a queue. The consumer pops again only after the consumer has processed the previous pop. Until the
 * next pop, the deltas of the previous pop count as in flight.
 */
export function oneInFlight<T extends KubeObject>(fifo: ByKeyFifo<T>): Fifo<ReflectorEvent<T>, KeyDeltas<T>> {
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
      const deltas = fifo.popInFlight();
      last = deltas?.at(-1)?.key;
      return deltas;
    },
  };
}
