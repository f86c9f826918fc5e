import type { KubeObject } from '../../src/objects/index.ts';
import type { Delta, Deltas } from '../../src/queue/index.ts';
import { added, type Change, deleted, updated } from '../../src/store/index.ts';

/**
 * Makes an object from a text in the format `namespace/name@resourceVersion`, with an optional `#uid` and an optional
 * `:color` label. The files in spec/golden use the same format.
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

/** Returns an object as text in the format that `thing` reads. */
export function textOf({ metadata: { namespace, name, resourceVersion, uid, labels } }: KubeObject): string {
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  const color = labels?.['color'];
  return `${key}@${resourceVersion}${uid === `uid of ${key}` ? '' : `#${uid}`}${color === undefined ? '' : `:${color}`}`;
}

const keyIn = (text: string): string => text.slice(0, text.indexOf('@'));

/** Returns the deltas of one watch event, as the queue emits them. */
export function event(type: 'Added' | 'Updated' | 'Deleted', text: string): Deltas<KubeObject> {
  return [{ type, key: keyIn(text), object: thing(text) }];
}

/** Returns the deltas of a list, as the queue emits them. */
export function replace(resourceVersion: string, ...texts: string[]): Deltas<KubeObject> {
  return [{ type: 'ReplacedAll', objects: texts.map(thing), resourceVersion } satisfies Delta<KubeObject>];
}

/** Returns a change as one line of text, for example `updated a@1 a@2 watch` or `deleted a@2 unknown relist`. */
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

/** Makes a change from a line of text in the format of {@link line}, for example `updated a@1 a@2 watch`. */
export function change(text: string): Change<KubeObject> {
  const [type, first = '', ...rest] = text.split(' ');
  const key = keyIn(first);
  const cause = (rest.at(-1) ?? 'watch') as Change<KubeObject>['cause'];
  if (type === 'added') return added(key, thing(first), cause);
  if (type === 'updated') return updated(key, thing(first), thing(rest[0] ?? ''), cause);
  return deleted(key, thing(first), rest[0] !== 'unknown', cause);
}
