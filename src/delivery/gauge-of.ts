import type { DeliveryGauge } from './delivery-options.ts';
import type { ChangeBuffer } from './machine/change-buffer.ts';

/** How a buffer stands. */
export function gaugeOf(buffer: ChangeBuffer<unknown>, now: () => number): DeliveryGauge {
  const { pending, conflated, dropped } = buffer;
  return { pending, age: pending === 0 ? 0 : now() - buffer.oldest, conflated, dropped };
}
