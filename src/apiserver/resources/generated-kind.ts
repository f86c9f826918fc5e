/** A subresource as discovery lists it. */
export interface Subresource {
  /** The name: `status`, `scale`, `eviction`. */
  readonly name: string;
  /** The kind of the objects that are read and written there. */
  readonly kind: string;
  /** Absent if it is the group of the resource. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** An entry of the table of built-in kinds, from the discovery of a real server. */
export interface GeneratedKind {
  readonly group: string;
  readonly version: string;
  /** The plural name. */
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
