/**
 * One element of a JSONPath in the syntax of Kubernetes. During the evaluation, an element replaces each current value
 * with the values that it selects inside the current value. The elements `{range}` and templates are not supported,
 * because the path of a CRD column cannot contain them.
 */
export type Step =
  | { readonly step: 'field'; readonly name: string }
  | { readonly step: 'wildcard' }
  | { readonly step: 'recursive' }
  | { readonly step: 'slice'; readonly slice: Slice }
  | { readonly step: 'union'; readonly paths: readonly Path[] }
  | { readonly step: 'filter'; readonly left: Path; readonly operator: Operator; readonly right: Path }
  | { readonly step: 'literal'; readonly value: string | number | boolean };

export type Path = readonly Step[];

/** A range of list items in a JSONPath, such as `[1:3]`. A negative number counts from the end of the list. */
export interface Slice {
  readonly from: number;
  /** The index after the last item of the range. If absent, the range extends to the end of the list. */
  readonly to?: number;
  readonly by: number;
  /** Whether the range is a single index, such as `[3]`. If true, `to` is ignored. For `[3:4]` the value is false. */
  readonly single: boolean;
}

export const operators = ['<', '>', '==', '!=', '<=', '>=', 'exists'] as const;

export type Operator = (typeof operators)[number];

/**
 * The error for an invalid JSONPath, or for a path that cannot be evaluated for an object. Examples are an index out of
 * bounds, and a filter on a value that is not a list.
 */
export class JsonPathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonPathError';
  }
}
