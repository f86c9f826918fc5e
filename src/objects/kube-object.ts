/**
 * The key of an object: `namespace/name`, or `name` for a cluster-scoped object. The format is that of
 * client-go's `MetaNamespaceKeyFunc`.
 */
export type ObjectKey = string;

/** A string-to-string map, such as labels or annotations. */
export type StringMap = Readonly<Record<string, string>>;

/** The metadata of an object. The source guarantees a name, a uid and a resourceVersion. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly generateName?: string;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
}

/** A reference from an object to its owner. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/**
 * The minimal type of an object. To type a custom resource, extend this interface.
 *
 * @example
 * ```ts
 * interface Widget extends KubeObject {
 *   readonly spec: { readonly size: number };
 * }
 * ```
 */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
}

/**
 * An object of a resource whose type is not known, such as a resource that discovery found. The type of `spec`, `status` and all other
 * fields is `unknown`.
 */
export type UntypedObject = KubeObject & Readonly<Record<string, unknown>>;

/**
 * The objects that the store after a queue already contains, as client-go's `KeyListerGetter`. An
 * `IndexedStore` implements this interface.
 */
export interface KnownObjects<T extends KubeObject> {
  /** Returns the keys of all objects in the store. */
  listKeys(): readonly ObjectKey[];
  /** Returns the stored object, or `undefined` if the store does not contain the object. */
  get(key: ObjectKey): T | undefined;
}
