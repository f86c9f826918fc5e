import type { DeliveryOptions } from '../delivery-options.ts';
import { BoundedBuffer } from './bounded-buffer.ts';
import type { ChangeBuffer } from './change-buffer.ts';
import { ConflatingBuffer } from './conflating-buffer.ts';
import { UnboundedBuffer } from './unbounded-buffer.ts';

/** An empty buffer of that policy. */
export function bufferFor<T>(policy: DeliveryOptions['buffer'] = 'unbounded'): ChangeBuffer<T> {
  if (policy === 'unbounded') return new UnboundedBuffer();
  return policy === 'conflate' ? new ConflatingBuffer() : new BoundedBuffer(policy);
}
