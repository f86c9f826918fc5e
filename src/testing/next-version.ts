import {
  anObject,
  applyMergePatch,
  checkArgument,
  compareResourceVersions,
  type KubeObject,
  keyOf,
  OptionsError,
} from '../objects/index.ts';
import { frozenCopy } from './frozen.ts';
import { metaNames } from './meta-names.ts';
import { aNamedObject } from './named-object.ts';
import type { PartOf } from './part-of.ts';

/**
 * Returns the object after its next write: your changes are merged in (`null` removes a field), and the resourceVersion
 * is one higher. If the spec changes, an existing `generation` also increases, unless you set `generation`.
 *
 * The changes are nested as in the object: `{ metadata: { labels } }`. In contrast, builders such as `pod`
 * accept fields of metadata without `metadata` around them.
 *
 * @throws OptionsError for a resourceVersion that is not a decimal number, and for a field of metadata outside
 *   `metadata`
 *
 * @example
 * ```ts
 * const a = pod('a');
 * const labelled = nextVersion(a, { metadata: { labels: { app: 'web' } } });
 * ```
 */
export function nextVersion<T extends KubeObject>(object: T, changes: PartOf<T> = {} as PartOf<T>): T {
  checkArgument('nextVersion: object', object, aNamedObject);
  checkNested('nextVersion', object, changes);
  return succeeding('nextVersion', object, applyMergePatch(object, changes) as T);
}

/**
 * Returns another object with the same key, a new uid, a later resourceVersion and no deletion timestamp.
 * Your changes are merged into the object. The changes are nested as in the object: `{ metadata: { labels }
 * }`.
 *
 * @throws OptionsError for a resourceVersion that is not a decimal number
 *
 * @example
 * ```ts
 * const a = pod('a');
 * recreated(a).metadata.uid === a.metadata.uid; // false
 * ```
 */
export function recreated<T extends KubeObject>(object: T, changes: PartOf<T> = {} as PartOf<T>): T {
  checkArgument('recreated: object', object, aNamedObject);
  checkNested('recreated', object, changes);
  const { uid } = object.metadata;
  const [, first = uid, count = '1'] = /^(.*)#(\d+)$/.exec(uid) ?? [];
  const metadata = {
    uid: `${first}#${Number(count) + 1}`,
    deletionTimestamp: null,
    deletionGracePeriodSeconds: null,
    ...(object.metadata.generation === undefined ? {} : { generation: 1 }),
  };
  return succeeding(
    'recreated',
    object,
    applyMergePatch(applyMergePatch(object, { metadata }), changes) as T,
  );
}

/**
 * Throws an OptionsError for a field of metadata outside `metadata`, because such a field would have no
 * effect.
 */
function checkNested(of: string, object: KubeObject, changes: unknown): void {
  checkArgument(`${of}: changes`, changes, anObject);
  for (const name of ['name', 'namespace', ...metaNames].filter((name) => !Object.hasOwn(object, name))) {
    checkArgument(`${of}: ${name}`, (changes as Record<string, unknown>)[name], {
      allowed: `absent: as { metadata: { ${name} } } it is one of metadata`,
      test: (given) => given === undefined,
    });
  }
}

function succeeding<T extends KubeObject>(of: string, old: T, changed: T): T {
  if (keyOf(changed) !== keyOf(old)) {
    throw new OptionsError(`${of}: changes`, keyOf(changed), `of the same object, ${keyOf(old)}`);
  }
  const { resourceVersion, generation, uid } = old.metadata;
  const { resourceVersion: given, generation: now } = changed.metadata;
  const metadata = {
    ...changed.metadata,
    resourceVersion: given === resourceVersion ? versionAfter(of, resourceVersion) : given,
    ...(generation !== undefined &&
    generation === now &&
    uid === changed.metadata.uid &&
    specOf(old) !== specOf(changed)
      ? { generation: generation + 1 }
      : {}),
  };
  // The object is copied before the freeze, because its arrays can belong to the changes of the caller.
  return frozenCopy({ ...changed, metadata });
}

/**
 * Returns the resourceVersion after a version. The function uses BigInt, because a number would lose digits
 * of a long resourceVersion.
 */
function versionAfter(of: string, version: string): string {
  if (compareResourceVersions(version, version) !== undefined) return String(BigInt(version) + 1n);
  throw new OptionsError(`${of}: resourceVersion`, version, 'a decimal number');
}

const specOf = (object: KubeObject): string =>
  JSON.stringify((object as { readonly spec?: unknown }).spec ?? null);
