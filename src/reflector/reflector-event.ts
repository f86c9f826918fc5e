import type { KubeObject } from '../objects/index.ts';
import type { WatchEvent } from '../source/index.ts';
import { type Memory, replaced } from './machine/memory.ts';

/** What a reflector emits: the watch's own events, and `REPLACED` for each list. */
export type ReflectorEvent<T extends KubeObject> =
  | WatchEvent<T>
  | {
      /** The whole collection at one moment: a list that is complete, never a part of one. */
      readonly type: 'REPLACED';
      readonly items: readonly T[];
      readonly resourceVersion: string;
      /**
       * The server's versions went back before this list, as after a restore from a backup: an object may have another
       * content under the uid and the resourceVersion that it had before.
       */
      readonly versionsReset?: true;
    }
  | {
      /** The queue emits every object once more; nothing is fetched. Merge it in where a full resync is wanted. */
      readonly type: 'RESYNC';
    };

export type ReplacedEvent<T extends KubeObject> = Extract<ReflectorEvent<T>, { type: 'REPLACED' }>;

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
