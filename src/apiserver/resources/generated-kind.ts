/** What discovery says of a subresource. */
export interface Subresource {
  /** `status`, `scale`, `eviction`. */
  readonly name: string;
  /** Of what is read and written there. */
  readonly kind: string;
  /** Absent where it is the resource's own. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** A line of the table of built-in kinds, as a real server told it. */
export interface GeneratedKind {
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  /** What can be done with it: `create`, `delete`, `deletecollection`, `get`, `list`, `patch`, `update`, `watch`. */
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly Subresource[];
}
