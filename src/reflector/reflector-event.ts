import type { KubeObject } from '../objects/index.ts';
import type { WatchEvent } from '../source/index.ts';
import { type ReflectorState, listCompleted } from './machine/reflector-state.ts';

/** An event of a reflector: a watch event, or `REPLACED` for a list. */
export type ReflectorEvent<T extends KubeObject> =
  | WatchEvent<T>
  | {
      /** The whole collection at one moment: a complete list. */
      readonly type: 'REPLACED';
      readonly items: readonly T[];
      readonly resourceVersion: string;
      /**
       * The server's versions were reset to lower ones before this list, as after a restore from a backup. An object can have
       * another content with the same uid and resourceVersion.
       */
      readonly versionsReset?: true;
    }
  | {
      /** A full resync: the queue emits every object again, and no request is sent. Merge it into the events. */
      readonly type: 'RESYNC';
    };

export type ReplacedEvent<T extends KubeObject> = Extract<ReflectorEvent<T>, { type: 'REPLACED' }>;

/** Updates the state after a complete list, and makes its event. */
export function replacedEvent<T extends KubeObject>(
  state: ReflectorState,
  items: readonly T[],
  resourceVersion: string,
  now: number,
): ReplacedEvent<T> {
  const { versionsReset } = state;
  listCompleted(state, resourceVersion, now);
  return { type: 'REPLACED', items, resourceVersion, ...(versionsReset && { versionsReset: true }) };
}
