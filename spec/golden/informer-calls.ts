import { keyOf } from '../../src/objects/index.ts';
import type { Call } from './calls.ts';
import type { ServerEvent } from './informer-case.ts';
import { parseObject } from './objects.ts';

/**
 * Whether a handler with a filter receives the object. The argument is the object, written as in the recorded results.
 */
export type Filter = (id: string) => boolean;

export const filterOf = (color: string | undefined): Filter =>
  color === undefined ? () => true : (id) => id.includes(`:${color}`);

/** Returns the expected handler calls for watch events: one call for each event. */
export function callsOfEvents(
  events: readonly ServerEvent[],
  before: readonly string[],
  asStored: (id: string) => string,
  filter: Filter,
): readonly Call[] {
  const store = new Map(before.map((id) => [keyIn(id), id]));
  return events.flatMap(([type, what]): Call[] => {
    if (type === 'BOOKMARK') return [];
    const object = asStored(what);
    const key = keyIn(what);
    const old = store.get(key);
    if (type === 'DELETED') {
      store.delete(key);
      return filter(object) ? [['delete', object]] : [];
    }
    store.set(key, object);
    return old === undefined ? added(object, filter) : updated(old, object, filter);
  });
}

/**
 * Returns the expected handler calls for a list whose objects have no resourceVersion. Without versions, each object
 * of the list counts as updated.
 */
export function callsOfList(
  before: readonly string[],
  after: readonly string[],
  filter: Filter,
): readonly Call[] {
  const now = new Map(after.map((id) => [keyIn(id), id]));
  const then = new Map(before.map((id) => [keyIn(id), id]));
  const calls: Call[] = [];
  for (const [key, old] of then) {
    const object = now.get(key);
    if ((object === undefined || uidIn(object) !== uidIn(old)) && filter(old))
      calls.push(['delete', old, key]);
  }
  for (const [key, object] of now) {
    const old = then.get(key);
    calls.push(
      ...(old === undefined || uidIn(old) !== uidIn(object)
        ? added(object, filter)
        : updated(old, object, filter)),
    );
  }
  return sortedCalls(calls);
}

/**
 * Sorts handler calls whose order is random in Go. The order is the order of the recorder: first the calls for deletes
 * with an unknown final state, then the other calls by key.
 */
export function sortedCalls(calls: readonly Call[]): readonly Call[] {
  return calls
    .map((call) => ({ call, rank: rankOf(call) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)))
    .map(({ call }) => call);
}

const added = (object: string, filter: Filter): Call[] => (filter(object) ? [['add', object, false]] : []);

function updated(old: string, object: string, filter: Filter): Call[] {
  if (filter(old)) return filter(object) ? [['update', old, object]] : [['delete', old]];
  return added(object, filter);
}

function rankOf([verb, first, second]: Call): string {
  if (verb === 'delete' && typeof second === 'string') return `0${second}`;
  return `1${keyIn((verb === 'update' ? second : first) as string)}`;
}

/** Returns the key of an object that is written as in the recorded results. */
export const keyIn = (id: string): string => keyOf(parseObject(id));
/** Returns the uid of an object that is written as in the recorded results. */
export const uidIn = (id: string): string => parseObject(id).metadata.uid;
