import type { Json } from '../../json.ts';

/**
 * The defaults of a Go type: the values for absent members, or a function that computes the defaults from the other
 * members.
 */
export type TypeRule = Json | ((object: Json) => Json);

/**
 * The defaults of Go types, from `pkg/apis/GROUP/VERSION/defaults.go` of Kubernetes. A key is the name of the OpenAPI
 * definition without the prefix `io.k8s.api.`, such as `core.v1.PodSpec`. A default that is declared in the Go type
 * itself (`+default`) is in the schema instead.
 */
export type TypeDefaults = Readonly<Record<string, TypeRule | readonly TypeRule[]>>;

/** Returns whether a member is absent, or is an empty text, list or map. */
export function isEmptyAt(object: Json, name: string): boolean {
  const value = object[name];
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
