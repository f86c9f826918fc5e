/**
 * One step of a JSONPath of Kubernetes: what is found so far is replaced by what the step finds in each of it. Ranges and
 * templates, which no column may have, are left out.
 */
export type Step =
  | { readonly step: 'field'; readonly name: string }
  | { readonly step: 'wildcard' }
  | { readonly step: 'recursive' }
  | { readonly step: 'slice'; readonly slice: Slice }
  | { readonly step: 'union'; readonly paths: readonly Path[] }
  | { readonly step: 'filter'; readonly left: Path; readonly operator: Operator; readonly right: Path }
  | { readonly step: 'literal'; readonly value: string | number | boolean };

/** The steps of a path, in their order. */
export type Path = readonly Step[];

/** Part of a list; negative numbers count from its end. */
export interface Slice {
  readonly from: number;
  /** Absent: to the end. */
  readonly to?: number;
  readonly by: number;
  /** `[3]` and not `[3:4]`: the end was not given but follows from the beginning. */
  readonly single: boolean;
}

export const operators = ['<', '>', '==', '!=', '<=', '>=', 'exists'] as const;

export type Operator = (typeof operators)[number];

/** A path cannot be read, or leads nowhere that it could: an index out of bounds, a filter on what is no list. */
export class JsonPathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonPathError';
  }
}
