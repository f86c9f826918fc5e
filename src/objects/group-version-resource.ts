import type { KubeObject, ObjectKey } from './kube-object.ts';
import { splitKey } from './object-key.ts';
import { anObject, type Rule } from './check-options.ts';
import { OptionsError } from './options-error.ts';

declare const objectType: unique symbol;

/**
 * One collection of the API, and the type of its objects: `{ group: '', version: 'v1', resource: 'pods' }`.
 *
 * @example
 * ```ts
 * const widgets: GroupVersionResource<Widget> = { group: 'example.com', version: 'v1', resource: 'widgets' };
 * ```
 */
export interface GroupVersionResource<T extends KubeObject = KubeObject> {
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  /** False: its objects are in no namespace, so that of a factory does not restrict it. Absent: they may be in one. */
  readonly namespaced?: boolean;
  /** Carries `T`; never present at run time. */
  readonly [objectType]?: T;
}

/**
 * Where a collection, or one object of it, lives: `/apis/apps/v1/namespaces/shop/deployments/web`.
 *
 * @param key - of the object; without it the path is that of the collection in all namespaces
 * @throws OptionsError for a key with more than one slash or, of a cluster-scoped collection, with a namespace
 *
 * @example
 * ```ts
 * pathOf(apps.v1.deployments, 'shop/web'); // '/apis/apps/v1/namespaces/shop/deployments/web'
 * ```
 */
export function pathOf(resource: GroupVersionResource, key?: ObjectKey): string {
  checkResource('pathOf: resource', resource);
  if (key === undefined) return collectionPath(resource);
  const { namespace, name } = splitKey(key);
  checkNamespaced('pathOf: the namespace of key', resource, namespace);
  return `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
}

/** The path of a collection, in one namespace or (`''`) in all. */
export function collectionPath({ group, version, resource }: GroupVersionResource, namespace = ''): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${scope}/${resource}`;
}

/** These words become part of a path, which a slash or a pair of dots would lead elsewhere. */
const pathWord = /^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$/;
const isPathWord = (given: unknown): given is string => typeof given === 'string' && pathWord.test(given);

const partsOf = (given: unknown): Readonly<Record<string, unknown>> =>
  anObject.test(given) ? (given as Readonly<Record<string, unknown>>) : {};

/** One collection of the API. {@link checkResource} says which part is wrong. */
export const aResource: Rule = {
  allowed: "a collection: { group: 'apps', version: 'v1', resource: 'deployments' }, group '' for the core",
  test: (given) => mistakeIn(given) === undefined,
};

/**
 * Throws an OptionsError for what is no collection, for the group `core`, and for a kind in place of a plural: the server
 * would answer each with a 404. Whether a word in lower case is a plural is known to the server alone.
 */
export function checkResource(option: string, given: unknown): void {
  const mistake = mistakeIn(given);
  if (mistake !== undefined) throw mistake(option);
}

/** Throws an OptionsError for a namespace that restricts a collection whose objects are in none. */
export function checkNamespaced(
  option: string,
  { resource, namespaced }: { readonly resource: string; readonly namespaced?: boolean },
  namespace: unknown,
): void {
  if (namespaced !== false || namespace === undefined || namespace === '') return;
  throw new OptionsError(
    option,
    namespace,
    `left out for ${resource}`,
    `${resource} are cluster-scoped: they are in no namespace`,
  );
}

function mistakeIn(given: unknown): ((option: string) => OptionsError) | undefined {
  const { group, version, resource } = partsOf(given);
  if (group === 'core') {
    return (option) =>
      new OptionsError(`${option}: group`, group, "''", "the core group has no name: write group: ''");
  }
  const isCollection = (group === '' || isPathWord(group)) && isPathWord(version) && isPathWord(resource);
  if (!isCollection) return (option) => new OptionsError(option, given, aResource.allowed);
  if (!/[A-Z]/.test(resource)) return undefined;
  return (option) =>
    new OptionsError(
      `${option}: resource`,
      resource,
      "the plural name in lower case, such as 'pods' for the kind Pod",
    );
}
