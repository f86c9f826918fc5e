import type { KubeObject } from '../objects/index.ts';
import type { WatchEvent } from '../source/index.ts';
import { type ReflectorState, listCompleted } from './machine/reflector-state.ts';

/** An event of a reflector: a watch event, or `REPLACED` for a list. */
export type ReflectorEvent<T extends KubeObject> =
  | WatchEvent<T>
  | {
      /**
       * The event for a complete list. The event has no items and the newest known version if the collection is
       * lost: its CustomResourceDefinition was removed, or the option `onForbidden` is 'clear' and the server
       * answers 403.
       */
      readonly type: 'REPLACED';
      readonly items: readonly T[];
      readonly resourceVersion: string;
      /**
       * True if the resourceVersions of the server went backwards before this list, for example after a
       * restore of etcd. An object can have new content with the same uid and resourceVersion.
       */
      readonly versionsReset?: true;
    }
  | {
      /**
       * An event for a full resync. The queue then emits every object again, without a request. To start a
       * resync, merge this event into the events of the reflector.
       */
      readonly type: 'RESYNC';
    };

export type ReplacedEvent<T extends KubeObject> = Extract<ReflectorEvent<T>, { type: 'REPLACED' }>;

/** Updates the state of the reflector after a complete list, and returns the `REPLACED` event. */
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

/** Returns the event that removes all objects of a lost collection. */
export function lostEvent({ newest }: ReflectorState): ReplacedEvent<never> {
  return { type: 'REPLACED', items: [], resourceVersion: newest };
}
