import { keyOf } from '../../src/objects/index.ts';
import type { Call } from './calls.ts';
import type { ServerEvent } from './informer-case.ts';
import { parseObject } from './objects.ts';

/** Whether a handler with a filter gets the object with this id. */
export type Filter = (id: string) => boolean;

export const filterOf = (color: string | undefined): Filter =>
  color === undefined ? () => true : (id) => id.includes(`:${color}`);

/** The calls for the events of a watch, one for each event. */
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
 * The calls for a list without versions, which cannot show whether an object has changed, in the order of the traces.
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

/** Sorts calls as the traces sort calls without an order in Go: tombstones first, then by key. */
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

/** The key of the object with this id. */
export const keyIn = (id: string): string => keyOf(parseObject(id));
/** The uid of the object with this id. */
export const uidIn = (id: string): string => parseObject(id).metadata.uid;
