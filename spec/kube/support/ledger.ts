import { isDeepStrictEqual } from 'node:util';
import { type Change, compareResourceVersions, type KubeObject, type ObjectKey } from 'rx-informer';
import type { Write } from './write.ts';

/**
 * Returns the contradictions in a sequence of changes. A change is a contradiction in four situations: `added` for an
 * existing object; `updated` or `deleted` for a missing object; an `old` that is not the last state; a version that is
 * not higher than before.
 */
export function contradictions<T extends KubeObject>(changes: readonly Change<T>[]): string[] {
  const there = new Map<ObjectKey, T>();
  const highest = new Map<ObjectKey, string>();
  const faults: string[] = [];

  for (const change of changes) {
    const { type, key, object } = change;
    const { uid, resourceVersion } = object.metadata;
    const last = there.get(key);
    const fault = (text: string): void => void faults.push(`${key}: ${type} ${resourceVersion}: ${text}`);

    if (type === 'added' ? last !== undefined : last === undefined) {
      fault(
        last === undefined ? 'the object did not exist' : `${last.metadata.resourceVersion} existed already`,
      );
    }
    if (last !== undefined && uid !== last.metadata.uid) fault('the object has another uid');
    if (type === 'updated' && !isDeepStrictEqual(change.old, last))
      fault(`old is ${change.old.metadata.resourceVersion}, not the last emitted state`);
    const repeats = type === 'deleted' && !change.finalStateKnown; // a delete with an unknown final state contains the last known state
    if (repeats ? !isDeepStrictEqual(object, last) : !isLater(resourceVersion, highest.get(key))) {
      fault(repeats ? 'it is not the last emitted state' : `after ${highest.get(key)}`);
    }

    highest.set(key, resourceVersion);
    if (type === 'deleted') there.delete(key);
    else there.set(key, object);
  }
  return faults;
}

/**
 * Returns the differences between the writes and the changes. If the watch was never interrupted, there must be no
 * differences.
 */
export function losses<T extends KubeObject>(
  changes: readonly Change<T>[],
  writes: readonly Write[],
): string[] {
  const received = byKey(changes.map(factsOf));
  const written = byKey(writes);
  return keysOf(received, written).flatMap((key) => {
    const expected = (written.get(key) ?? []).map(text);
    const actual = (received.get(key) ?? []).map((fact) =>
      text(fact.type === 'deleted' ? withoutVersion(fact) : fact),
    );
    return expected.join() === actual.join()
      ? []
      : [`${key}: written ${expected.join()}; emitted ${actual.join()}`];
  });
}

/**
 * Returns the differences between the writes and the changes if the history was compacted meanwhile. Changes may be
 * missing then. But each emitted state must have been written, and the last emitted state must be the last written
 * state.
 */
export function lossesAcrossGaps<T extends KubeObject>(
  changes: readonly Change<T>[],
  writes: readonly Write[],
): string[] {
  const received = byKey(changes.map(factsOf));
  const written = byKey(writes);
  return keysOf(received, written).flatMap((key) => {
    const states = (written.get(key) ?? []).map((write) => text({ ...write, type: 'updated' }));
    const facts = received.get(key) ?? [];
    const invented = facts
      .filter(({ type }) => type !== 'deleted')
      .map((fact) => text({ ...fact, type: 'updated' }))
      .filter((state) => !states.includes(state));
    const lastWrite = written.get(key)?.at(-1);
    const lastFact = facts.at(-1);
    return [
      ...invented.map((state) => `${key}: ${state} was never written`),
      ...(endOf(lastWrite) === endOf(lastFact)
        ? []
        : [`${key}: ends as ${endOf(lastWrite)}; emitted ${endOf(lastFact)}`]),
    ];
  });
}

const factsOf = ({ type, key, object: { metadata } }: Change<KubeObject>): Write => ({
  type,
  key,
  uid: metadata.uid,
  resourceVersion: metadata.resourceVersion,
});

const withoutVersion = ({ type, key, uid }: Write): Write => ({ type, key, uid });
const text = ({ type, uid, resourceVersion }: Write): string =>
  [type, uid.slice(0, 8), resourceVersion].filter((word) => word !== undefined).join(' ');
/**
 * Returns the last state of an object as text. A deleted object and an object that never existed have the same text.
 */
const endOf = (write: Write | undefined): string =>
  write === undefined || write.type === 'deleted' ? 'gone' : text({ ...write, type: 'updated' });

const isLater = (version: string, before: string | undefined): boolean =>
  before === undefined || (compareResourceVersions(version, before) ?? 0) > 0;

function byKey(writes: readonly Write[]): Map<ObjectKey, Write[]> {
  const map = new Map<ObjectKey, Write[]>();
  for (const write of writes) {
    const list = map.get(write.key);
    if (list === undefined) map.set(write.key, [write]);
    else list.push(write);
  }
  return map;
}

const keysOf = (...maps: ReadonlyMap<ObjectKey, unknown>[]): ObjectKey[] => [
  ...new Set(maps.flatMap((map) => [...map.keys()])),
];
