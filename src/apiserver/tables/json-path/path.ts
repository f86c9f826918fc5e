/**
 * One step of a JSONPath of Kubernetes. It replaces each value that was found so far with the values that it finds in
 * that value. Ranges and templates are not supported, because a column cannot have them.
 */
export type Step =
  | { readonly step: 'field'; readonly name: string }
  | { readonly step: 'wildcard' }
  | { readonly step: 'recursive' }
  | { readonly step: 'slice'; readonly slice: Slice }
  | { readonly step: 'union'; readonly paths: readonly Path[] }
  | { readonly step: 'filter'; readonly left: Path; readonly operator: Operator; readonly right: Path }
  | { readonly step: 'literal'; readonly value: string | number | boolean };

/** The steps of a path, in order. */
export type Path = readonly Step[];

/** A part of a list. Negative numbers count from the end of the list. */
export interface Slice {
  readonly from: number;
  /** The end; absent: the end of the list. */
  readonly to?: number;
  readonly by: number;
  /** Whether it is one index, `[3]` and not `[3:4]`. Then the end follows from the start. */
  readonly single: boolean;
}

export const operators = ['<', '>', '==', '!=', '<=', '>=', 'exists'] as const;

export type Operator = (typeof operators)[number];

/** A path is invalid, or fails on an object: an index out of bounds, or a filter on a value that is not a list. */
export class JsonPathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonPathError';
  }
}
