/**
 * One element of a JSONPath of Kubernetes. The evaluation of an element replaces each current value with the values
 * that the element selects inside it. Ranges and templates are not supported, because the path of a column cannot
 * contain them.
 */
export type Step =
  | { readonly step: 'field'; readonly name: string }
  | { readonly step: 'wildcard' }
  | { readonly step: 'recursive' }
  | { readonly step: 'slice'; readonly slice: Slice }
  | { readonly step: 'union'; readonly paths: readonly Path[] }
  | { readonly step: 'filter'; readonly left: Path; readonly operator: Operator; readonly right: Path }
  | { readonly step: 'literal'; readonly value: string | number | boolean };

/** The elements of a path, in order. */
export type Path = readonly Step[];

/** A range of the items of a list. A negative number counts from the end of the list. */
export interface Slice {
  readonly from: number;
  /** The index after the last item. If it is absent, the range ends at the end of the list. */
  readonly to?: number;
  readonly by: number;
  /**
   * Whether the range is a single index such as `[3]`. False for a range such as `[3:4]`. If it is true, `to` is not
   * used.
   */
  readonly single: boolean;
}

export const operators = ['<', '>', '==', '!=', '<=', '>=', 'exists'] as const;

export type Operator = (typeof operators)[number];

/**
 * The error for an invalid path, and for a path that fails on an object. Examples are an index out of bounds, and a
 * filter on a value that is not a list.
 */
export class JsonPathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonPathError';
  }
}
