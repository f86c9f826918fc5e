import {
  aBoolean,
  checkArgument,
  checkOptions,
  isNonEmptyString,
  type KubeObject,
  type OwnerReference,
  type Rule,
} from '../objects/index.ts';

/** The options of `ownerReference`. */
export interface OwnerReferenceOptions {
  /** If true, the owner is the controller of the object. An object has at most one controller. Default false. */
  readonly controller?: boolean;
  /** If true, a foreground deletion of the owner waits for the object. Default: the value of `controller`. */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * Returns a reference to an owner, for `metadata.ownerReferences` of its dependents. The server deletes the dependents
 * after the last owner. With `controller: true` the function returns the same reference as apimachinery's
 * `metav1.NewControllerRef`.
 *
 * The owner has to be cluster-scoped, or in the namespace of the dependent: otherwise the server deletes the dependent.
 *
 * @throws OptionsError for an owner without `apiVersion`, `kind`, name or uid
 *
 * @example
 * ```ts
 * const reference = ownerReference(website, { controller: true });
 * ```
 */
export function ownerReference(owner: KubeObject, options: OwnerReferenceOptions = {}): OwnerReference {
  checkArgument('ownerReference: owner', owner, anOwner);
  checkOptions('ownerReference', options, { controller: aBoolean, blockOwnerDeletion: aBoolean });
  const { controller = false, blockOwnerDeletion = controller } = options;
  const { apiVersion = '', kind = '', metadata } = owner;
  return Object.freeze({
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    ...(controller && { controller }),
    ...(blockOwnerDeletion && { blockOwnerDeletion }),
  });
}

const anOwner: Rule = {
  allowed: 'an object of the server, with apiVersion, kind, metadata.name and metadata.uid',
  secret: true,
  test: (given) => {
    const { apiVersion, kind, metadata } = (given ?? {}) as Partial<KubeObject>;
    return [apiVersion, kind, metadata?.name, metadata?.uid].every(isNonEmptyString);
  },
};
