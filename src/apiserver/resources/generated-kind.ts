/** A subresource of a kind in the format of discovery. */
export interface Subresource {
  /** The name of the subresource, such as `status`, `scale` or `eviction`. */
  readonly name: string;
  /** The kind of the objects that the subresource reads and writes. */
  readonly kind: string;
  /** The API group of the kind. Absent if the group is the same as the group of the resource. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** The data about one built-in kind. A script generated the data from the discovery of a kube-apiserver. */
export interface GeneratedKind {
  readonly group: string;
  readonly version: string;
  /** The plural name of the resource, such as `pods`. */
  readonly resource: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  /** The supported verbs: `create`, `delete`, `deletecollection`, `get`, `list`, `patch`, `update`, `watch`. */
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly Subresource[];
}
