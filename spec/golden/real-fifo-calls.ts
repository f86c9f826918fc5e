import type { Call } from './calls.ts';
import { parseObject } from './objects.ts';
import type { Touch } from './topic.ts';

const keyIn = (id: unknown): string => String(id).replace(/@.*/, '');
const metadataIn = (id: unknown): { readonly uid: string; readonly resourceVersion: string } =>
  parseObject(String(id)).metadata;

/** Whether a recorded delta is a delete with an unknown final state (DeletedFinalStateUnknown). */
export const isTombstone = ([type, , key]: Call): boolean => type === 'Deleted' && key !== undefined;

/** Returns the resourceVersion of the object of a recorded delta. */
export const versionIn = ([, id]: Call): string => metadataIn(id).resourceVersion;

/**
 * Returns the handler calls that this library should make for one pop of RealFIFO. `calls` are the calls of client-go
 * for this pop.
 *
 * @param before - the content of the store by key, before the pop
 */
export function wantedCalls(
  deltas: readonly Call[],
  calls: readonly Call[],
  before: ReadonlyMap<string, string>,
  touch: Touch,
): readonly Call[] {
  const isList = deltas[0]?.[0] === 'ReplacedAll';
  const wanted = new Map<string, Call | undefined>();
  for (const [at, call] of calls.entries()) {
    const [verb, first, second] = call;
    const key = keyIn(verb === 'delete' ? (second ?? first) : verb === 'update' ? second : first);
    const isListed = isList || deltas[at]?.[0] === 'Replaced';
    if (wanted.has(key)) touch('Q15 the last of two objects with one key in a list is used');
    wanted.set(key, verb === 'delete' ? ended(key, call) : isListed ? listed(call) : call);
  }
  return [...wanted.values()].filter((call) => call !== undefined);

  function ended(key: string, call: Call): Call | undefined {
    const stored = before.get(key);
    if (stored === undefined) touch('Q16 the delete of an unknown object emits nothing');
    else if (call[1] === null) {
      touch('B79 the change of a tombstone without an object has the last state in the store');
      return ['delete', stored, key];
    }
    return stored === undefined ? undefined : call;
  }

  function listed(call: Call): Call | undefined {
    const [verb, old, object] = call;
    if (verb !== 'update') return call;
    const [a, b] = [metadataIn(old), metadataIn(object)];
    if (a.uid !== b.uid || a.resourceVersion !== b.resourceVersion) return call;
    touch('Q10 a relist emits nothing for unchanged objects');
    return undefined;
  }
}

/**
 * Sorts the handler calls whose order is random in Go: the deletes of a list, and the calls of a resync. The deletes of
 * a list come first.
 */
export function inOneOrder(deltas: readonly Call[], calls: readonly Call[]): readonly Call[] {
  const [type] = deltas[0] ?? [];
  const isFree = ([verb]: Call): boolean =>
    type === 'SyncAll' || (type === 'ReplacedAll' && verb === 'delete');
  const sorted = calls.filter(isFree).sort((a, b) => (String(a) < String(b) ? -1 : 1));
  return [...sorted, ...calls.filter((call) => !isFree(call))];
}
