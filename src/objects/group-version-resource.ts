import type { KubeObject, ObjectKey, UntypedObject } from './kube-object.ts';
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
 * One collection of the API, the kind of its objects, and whether the objects have a namespace. All constants of
 * `rx-informer/kinds` are such resources; `defineResource` creates one for a custom resource.
 */
export interface Resource<T extends KubeObject = KubeObject> extends GroupVersionResource<T> {
  /** For example `Deployment`. */
  readonly kind: string;
  /** False if the objects are cluster-scoped. */
  readonly namespaced: boolean;
}

/**
 * Creates the resource of a custom kind, with the type of its objects. The result works wherever a constant of
 * `rx-informer/kinds` works.
 *
 * @throws OptionsError for a group, version or plural name that the API does not allow, or a missing `kind` or `namespaced`
 *
 * @example
 * ```ts
 * const widgets = defineResource<Widget>({
 *   group: 'example.com',
 *   version: 'v1',
 *   resource: 'widgets',
 *   kind: 'Widget',
 *   namespaced: true,
 * });
 * ```
 */
export function defineResource<T extends KubeObject = UntypedObject>(resource: Resource): Resource<T> {
  checkKind('defineResource: resource', resource);
  const { group, version, resource: plural, kind, namespaced } = resource;
  return Object.freeze({ group, version, resource: plural, kind, namespaced });
}

/** Returns the `apiVersion` of the objects of a collection: `v1`, or `apps/v1`. */
export const apiVersionOf = ({ group, version }: GroupVersionResource): string =>
  group === '' ? version : `${group}/${version}`;

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
  for (const word of [namespace, name]) checkPathSegment('pathOf: key', word);
  checkNamespaced('pathOf: the namespace of key', resource, namespace);
  return `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
}

/** Returns the path of a collection, in one namespace or (`''`) in all namespaces. */
export function collectionPath({ group, version, resource }: GroupVersionResource, namespace = ''): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${scope}/${resource}`;
}

/** Throws an OptionsError for a word that a URL would resolve: `..` leads to another object (apimachinery's `IsValidPathSegmentName`). */
export function checkPathSegment(option: string, word: string): void {
  if (word === '.' || word === '..') throw new OptionsError(option, word, "no '.' or '..' as a name");
}

/**
 * Matches a group, a version or a resource. Groups, versions and resources become parts of a URL path, so a
 * slash or a dot at the start would be unsafe.
 */
const pathWord = /^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$/;
const isPathWord = (given: unknown): given is string => typeof given === 'string' && pathWord.test(given);

const partsOf = (given: unknown): Readonly<Record<string, unknown>> =>
  anObject.test(given) ? (given as Readonly<Record<string, unknown>>) : {};

/**
 * The check for an option that has to be a collection of the API. {@link checkResource} also names the wrong
 * part.
 */
export const aResource: Rule = {
  allowed: "a collection: { group: 'apps', version: 'v1', resource: 'deployments' }, group '' for the core",
  test: (given) => mistakeIn(given) === undefined,
};

/**
 * Throws an OptionsError for a value that does not name a collection. Also throws for the group `core`, for an
 * `apiVersion` such as `apps/v1` as the group or the version, and for a kind such as `Pod` instead of the plural
 * `pods`. For all of these the server would respond with 404.
 * Only the server knows whether a word in lower case is a plural.
 */
export function checkResource(option: string, given: unknown): void {
  const mistake = mistakeIn(given);
  if (mistake !== undefined) throw mistake(option);
}

/**
 * Throws an OptionsError for a value that is not a {@link Resource}. A Resource names a collection, the kind,
 * and whether the objects have a namespace.
 */
export function checkKind(option: string, given: unknown): void {
  checkResource(option, given);
  const { kind, namespaced } = partsOf(given);
  if (typeof kind !== 'string' || !/^[A-Za-z][-A-Za-z0-9]{0,62}$/.test(kind)) {
    throw new OptionsError(
      `${option}: kind`,
      kind,
      "the kind of the objects, such as 'Deployment'; defineResource() creates a resource with its kind",
    );
  }
  if (typeof namespaced !== 'boolean') {
    throw new OptionsError(`${option}: namespaced`, namespaced, 'true or false');
  }
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
  if (isApiVersion(group)) return (option) => apiVersionError(option, 'group', 'version', group);
  if (isApiVersion(version)) return (option) => apiVersionError(option, 'version', 'group', version);
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

const apiVersionPattern = /^([A-Za-z0-9][-A-Za-z0-9.]{0,252})\/(v[0-9][a-z0-9]{0,60})$/;
/** Returns whether a value is an `apiVersion` with a group, such as `apps/v1`. */
const isApiVersion = (given: unknown): given is string =>
  typeof given === 'string' && apiVersionPattern.test(given);

/** Creates the error for an `apiVersion` such as `apps/v1` in place of its group or its version. */
function apiVersionError(option: string, part: string, other: string, apiVersion: string): OptionsError {
  const [, name = '', version = ''] = apiVersionPattern.exec(apiVersion) ?? [];
  const group = name === 'core' ? '' : name;
  const meant = `group: '${group}', version: '${version}'`;
  const allowed = `the ${part} without the ${other}`;
  return new OptionsError(`${option}: ${part}`, apiVersion, allowed, '', {
    message: `${option}: ${part} must be ${allowed}, not "${apiVersion}": did you mean ${meant}?`,
    advice: `write ${meant}`,
  });
}
