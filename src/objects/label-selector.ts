import type { StringMap } from './kube-object.ts';

/** A parsed label selector. `String(selector)` is the form the API server takes. */
export interface LabelSelector {
  matches(labels: StringMap | undefined): boolean;
  toString(): string;
}
