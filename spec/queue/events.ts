import type { KubeObject, ReflectorEvent } from 'rx-informer';

export { added, at, bookmark, deleted, modified } from '../reflector/scenario.ts';

export const resync: ReflectorEvent<KubeObject> = { type: 'RESYNC' };

/** Returns the event for a complete list. */
export const replaced = (
  resourceVersion: string,
  ...items: readonly KubeObject[]
): ReflectorEvent<KubeObject> => ({
  type: 'REPLACED',
  items,
  resourceVersion,
});

/**
 * Returns deltas as one line of text. Examples: `Added a@3`, `ReplacedAll 9: a@3 b@4`, `SyncAll`, `Bookmark 12`, and
 * `Deleted? a@3` for a delete with an unknown final state.
 */
export function brief(deltas: Iterable<BriefDelta> | undefined): string | undefined {
  return deltas === undefined ? undefined : Array.from(deltas, briefDelta).join(', ');
}

/** The fields that all types of deltas have in common. */
export interface BriefDelta {
  readonly type: string;
  readonly key?: string;
  readonly object?: KubeObject | undefined;
  readonly objects?: readonly KubeObject[];
  readonly resourceVersion?: string;
  readonly finalStateKnown?: boolean;
}

function briefDelta({ type, key, object, objects, resourceVersion, finalStateKnown }: BriefDelta): string {
  if (objects !== undefined) return [`${type} ${resourceVersion ?? ''}:`, ...objects.map(named)].join(' ');
  if (resourceVersion !== undefined) return `${type} ${resourceVersion}`;
  if (key === undefined) return type;
  return `${type}${finalStateKnown === false ? '?' : ''} ${object === undefined ? key : named(object)}`;
}

const named = ({ metadata }: KubeObject): string => `${metadata.name}@${metadata.resourceVersion}`;
