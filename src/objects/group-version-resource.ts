import type { KubeObject, ObjectKey } from './kube-object.ts';
import { splitKey } from './object-key.ts';
import { anObject, type Rule } from './check-options.ts';
import { OptionsError } from './options-error.ts';

declare const objectType: unique symbol;

/**
 * Names one collection of the Kubernetes API, for example `{ group: '', version: 'v1', resource: 'pods' }`.
 * The type parameter is the type of the objects.
 *
 * @example
 * ```ts
 * const widgets: GroupVersionResource<Widget> = { group: 'example.com', version: 'v1', resource: 'widgets' };
 * ```
 */
export interface GroupVersionResource<T extends KubeObject = KubeObject> {
  /** The API group. The core group is `''`. */
  readonly group: string;
  readonly version: string;
  /** The plural name of the resource, for example `pods`. */
  readonly resource: string;
  /**
   * Whether the objects have a namespace. False means that the resource is cluster-scoped, so that the
   * namespace of a factory does not apply. If `namespaced` is absent, the objects can have a namespace.
   */
  readonly namespaced?: boolean;
  /** Contains the type `T` for the compiler. The member never exists at run time. */
  readonly [objectType]?: T;
}

/**
 * Returns the path of a collection, or of one object: `/apis/apps/v1/namespaces/shop/deployments/web`.
 *
 * @param key - the key of the object; without a key, the path of the collection in all namespaces is returned
 * @throws OptionsError for a key with more than one slash, or for a cluster-scoped collection and a key with a namespace
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

/** Returns the path of a collection, in one namespace or (`''`) in all namespaces. */
export function collectionPath({ group, version, resource }: GroupVersionResource, namespace = ''): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${scope}/${resource}`;
}

/**
 * Matches a group, a version or a resource. These words become parts of a URL path, so a slash or a dot at
 * the start would be unsafe.
 */
const pathWord = /^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$/;
const isPathWord = (given: unknown): given is string => typeof given === 'string' && pathWord.test(given);

const partsOf = (given: unknown): Readonly<Record<string, unknown>> =>
  anObject.test(given) ? (given as Readonly<Record<string, unknown>>) : {};

/**
 * The rule for one collection of the API. {@link checkResource} throws an error that names the wrong part.
 */
export const aResource: Rule = {
  allowed: "a collection: { group: 'apps', version: 'v1', resource: 'deployments' }, group '' for the core",
  test: (given) => mistakeIn(given) === undefined,
};

/**
 * Throws an OptionsError for a value that does not name a collection, for the group `core`, and for a kind
 * such as `Pod` instead of the plural `pods`. For all of these the server would respond with 404. Only the
 * server knows whether a word in lower case is a plural.
 */
export function checkResource(option: string, given: unknown): void {
  const mistake = mistakeIn(given);
  if (mistake !== undefined) throw mistake(option);
}

/** Throws an OptionsError if a namespace is given for a cluster-scoped collection. */
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
