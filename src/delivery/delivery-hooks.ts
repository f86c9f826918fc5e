import type { Change } from '../store/index.ts';
import type { DeliveryGauge } from './delivery-options.ts';
import type { InitialListener } from './machine/drain.ts';

/** Who looks inside a delivery. */
export interface DeliveryHooks<T> {
  readonly onInitial?: InitialListener | undefined;
  /** Nobody wants the changes, only the calls of `handle`: none is emitted. */
  readonly isUnheard?: true | undefined;
  /** Hears, when the end comes early, what waited and is dropped; what is in hand counts as handled. */
  readonly onRest?: (rest: readonly Change<T>[]) => void;
  /** Is given, for each subscription, what reads its gauge, at any time. */
  readonly onBegin?: ((gauge: () => DeliveryGauge) => void) | undefined;
}
