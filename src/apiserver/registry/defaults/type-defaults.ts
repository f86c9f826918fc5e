import type { Json } from '../../json.ts';

/** The default values of absent members, or a function that computes the default values from the other members. */
export type TypeRule = Json | ((object: Json) => Json);

/**
 * The defaults of types from `pkg/apis/GROUP/VERSION/defaults.go` of Kubernetes. A key is the definition name of a type
 * without the prefix `io.k8s.api.`, such as `core.v1.PodSpec`. A default that the declaration of a member contains is
 * in the schema of the member instead.
 */
export type TypeDefaults = Readonly<Record<string, TypeRule | readonly TypeRule[]>>;

/** Returns whether a member is absent, or is an empty text, list or map. */
export function isEmptyAt(object: Json, name: string): boolean {
  const value = object[name];
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
