import {
  aBoolean,
  anObject,
  apiVersionOf,
  checkArgument,
  checkKind,
  checkOptions,
  isNonEmptyString,
  type KubeObject,
  type OwnerReference,
  type Resource,
  type Rule,
} from '../objects/index.ts';

/** The options of `ownerReference`. */
export interface OwnerReferenceOptions {
  /** If true, the owner is the controller of the object. An object has at most one controller. Default false. */
  readonly controller?: boolean;
  /** If true, a foreground deletion of the owner waits for the object. Default: the value of `controller`. */
  readonly blockOwnerDeletion?: boolean;
  /**
   * The resource of the owner, for its `apiVersion` and `kind`. Required for an owner without these fields, for example an object
   * of `kubeObject()` in a test.
   */
  readonly resource?: Pick<Resource, 'group' | 'version' | 'resource' | 'kind' | 'namespaced'>;
}

/**
 * Returns a reference to an owner, for `metadata.ownerReferences` of its dependents. The server deletes the dependents after the
 * last owner. With `controller: true` the result is the result of apimachinery's `metav1.NewControllerRef`.
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
  checkOptions('ownerReference', options, {
    controller: aBoolean,
    blockOwnerDeletion: aBoolean,
    resource: anObject,
  });
  const { controller = false, blockOwnerDeletion = controller, resource } = options;
  if (resource !== undefined) checkKind('ownerReference: resource', resource);
  const named = resource === undefined ? owner : withKind(owner, resource);
  checkArgument('ownerReference: owner', named, anOwner);
  const { apiVersion = '', kind = '', metadata } = named;
  return Object.freeze({
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    ...(controller && { controller }),
    ...(blockOwnerDeletion && { blockOwnerDeletion }),
  });
}

/** Returns the owner with the `apiVersion` and `kind` of the resource, if the owner has none. */
const withKind = (
  owner: KubeObject,
  resource: NonNullable<OwnerReferenceOptions['resource']>,
): KubeObject => ({
  apiVersion: apiVersionOf(resource),
  kind: resource.kind,
  ...owner,
});

const anOwner: Rule = {
  allowed:
    'an object of the server, with apiVersion, kind, metadata.name and metadata.uid; the option `resource` gives apiVersion and kind',
  secret: true,
  test: (given) => {
    const { apiVersion, kind, metadata } = (given ?? {}) as Partial<KubeObject>;
    return [apiVersion, kind, metadata?.name, metadata?.uid].every(isNonEmptyString);
  },
};
