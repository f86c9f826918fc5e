import type { Observable, OperatorFunction } from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import type { ReflectorEvent } from '../reflector/index.ts';
import type { Deltas } from './delta.ts';
import { AtomicFifo } from './machine/atomic-fifo.ts';
import { keyOrder } from './machine/key-order.ts';
import { popped } from './popped.ts';

/** `deltaFifo({ pop })` by itself: an informer uses no other form, so none is in its bundle. */
export function gathered<T extends KubeObject>(
  pop: Observable<unknown>,
): OperatorFunction<ReflectorEvent<T>, Deltas<T>> {
  return popped(pop, () => new AtomicFifo(keyOrder<T>()));
}
