import type { KubeObject, ReflectorEvent } from 'rx-informer';

export { added, at, bookmark, deleted, modified } from '../reflector/scenario.ts';

export const resync: ReflectorEvent<KubeObject> = { type: 'RESYNC' };

/** Returns the event of a whole list. */
export const replaced = (
  resourceVersion: string,
  ...items: readonly KubeObject[]
): ReflectorEvent<KubeObject> => ({
  type: 'REPLACED',
  items,
  resourceVersion,
});

/**
 * Prints deltas in one line: `Added a@3, Deleted? a@3` (a tombstone), `ReplacedAll 9: a@3 b@4`, `SyncAll`, `Bookmark
 * 12`.
 */
export function brief(deltas: Iterable<BriefDelta> | undefined): string | undefined {
  return deltas === undefined ? undefined : Array.from(deltas, briefDelta).join(', ');
}

/** The common fields of all delta types. */
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
