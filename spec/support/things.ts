import type { KubeObject } from '../../src/objects/index.ts';
import type { Delta, Deltas } from '../../src/queue/index.ts';
import { added, type Change, deleted, updated } from '../../src/store/index.ts';

/**
 * Makes an object from `namespace/name@resourceVersion`, optionally with `#uid` and `:color`, as golden traces write
 * objects.
 */
export function thing(text: string): KubeObject {
  const [, path = '', resourceVersion = '', uid, color] =
    /^([^@]+)@(\d*)(?:#([^:]*))?(?::(.*))?$/.exec(text) ?? [];
  const [first = '', second] = path.split('/');
  return Object.freeze({
    metadata: Object.freeze({
      name: second ?? first,
      ...(second === undefined ? {} : { namespace: first }),
      uid: uid ?? `uid of ${path}`,
      resourceVersion,
      ...(color === undefined ? {} : { labels: Object.freeze({ color }) }),
    }),
  });
}

/** Writes an object in the form that `thing` reads. */
export function textOf({ metadata: { namespace, name, resourceVersion, uid, labels } }: KubeObject): string {
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  const color = labels?.['color'];
  return `${key}@${resourceVersion}${uid === `uid of ${key}` ? '' : `#${uid}`}${color === undefined ? '' : `:${color}`}`;
}

const keyIn = (text: string): string => text.slice(0, text.indexOf('@'));

/** The deltas of one watch event, as a queue emits them. */
export function event(type: 'Added' | 'Updated' | 'Deleted', text: string): Deltas<KubeObject> {
  return [{ type, key: keyIn(text), object: thing(text) }];
}

/** The deltas of a list. */
export function replace(resourceVersion: string, ...texts: string[]): Deltas<KubeObject> {
  return [{ type: 'ReplacedAll', objects: texts.map(thing), resourceVersion } satisfies Delta<KubeObject>];
}

/** Writes a change in one line: `updated a@1 a@2 watch`, `deleted a@2 unknown relist`. */
export function line(change: Change<KubeObject>): string {
  const object = textOf(change.object);
  switch (change.type) {
    case 'added':
      return `added ${object} ${change.cause}`;
    case 'updated':
      return `updated ${textOf(change.old)} ${object} ${change.cause}`;
    case 'deleted':
      return `deleted ${object} ${change.finalStateKnown ? '' : 'unknown '}${change.cause}`;
  }
}

/** Reads a change from one line, in the form that {@link line} writes: `updated a@1 a@2 watch`. */
export function change(text: string): Change<KubeObject> {
  const [type, first = '', ...rest] = text.split(' ');
  const key = keyIn(first);
  const cause = (rest.at(-1) ?? 'watch') as Change<KubeObject>['cause'];
  if (type === 'added') return added(key, thing(first), cause);
  if (type === 'updated') return updated(key, thing(first), thing(rest[0] ?? ''), cause);
  return deleted(key, thing(first), rest[0] !== 'unknown', cause);
}
