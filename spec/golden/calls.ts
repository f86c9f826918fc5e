import type { KubeObject } from '../../src/objects/index.ts';
import type { Change } from '../../src/store/index.ts';
import { parseObject, printObject } from './objects.ts';
import type { Touch } from './topic.ts';

/** A handler call, in the format of the files with recorded results of client-go. */
export type Call = readonly unknown[];

/** Returns the handler call that client-go would make for a change of this library. */
export function callOf(change: Change<KubeObject>): Call {
  switch (change.type) {
    case 'added':
      return ['add', printObject(change.object), change.cause === 'initial'];
    case 'updated':
      return ['update', printObject(change.old), printObject(change.object)];
    case 'deleted': {
      const tombstone = change.finalStateKnown ? [] : [change.key];
      return ['delete', printObject(change.object), ...tombstone];
    }
  }
}

/**
 * Returns the handler calls that this library should make for the deltas of one key. `calls` are the calls of
 * client-go for these deltas. client-go makes one call for each delta.
 *
 * @param goStore - the content of client-go's store by key; this function updates it
 */
export function wantedCalls(
  key: string,
  deltas: readonly Call[],
  calls: readonly Call[],
  goStore: Map<string, string>,
  touch: Touch,
): readonly Call[] {
  return calls.flatMap((call, index) => {
    const [verb, ...given] = call;
    const stored = goStore.get(key);
    if (verb !== 'delete') {
      goStore.set(key, given[verb === 'add' ? 0 : 1] as string);
      const isSilent = verb === 'update' && deltas[index]?.[0] === 'Replaced' && isSame(given[0], given[1]);
      if (isSilent) touch('Q10 a relist emits nothing for unchanged objects');
      return isSilent ? [] : [call];
    }
    goStore.delete(key);
    if (stored === undefined) {
      touch('Q16 the delete of an unknown object emits nothing');
      return [];
    }
    if (given[0] !== null) return [call];
    touch('B79 the change of a tombstone without an object has the last state in the store');
    return [[verb, stored, key]];
  });
}

function isSame(old: unknown, object: unknown): boolean {
  const [before, after] = [old, object].map((id) => parseObject(id as string).metadata);
  return before?.uid === after?.uid && before?.resourceVersion === after?.resourceVersion;
}
