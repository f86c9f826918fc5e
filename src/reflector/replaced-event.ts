import type { KubeObject } from '../objects/index.ts';
import { type Memory, replaced } from './machine/memory.ts';
import type { ReplacedEvent } from './reflector-event.ts';

/** A list is complete: notes it, and says so. */
export function replacedEvent<T extends KubeObject>(
  memory: Memory,
  items: readonly T[],
  resourceVersion: string,
  now: number,
): ReplacedEvent<T> {
  const { wentBack } = memory;
  replaced(memory, resourceVersion, now);
  return { type: 'REPLACED', items, resourceVersion, ...(wentBack && { versionsReset: true }) };
}
