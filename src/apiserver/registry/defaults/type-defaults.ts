import type { Json } from '../../json.ts';

/** The values of absent members, or a function that computes them from the other members. */
export type TypeRule = Json | ((object: Json) => Json);

/**
 * The defaults of types by their definition name, without `io.k8s.api.` if it begins so: `core.v1.PodSpec`. They are
 * those of `pkg/apis/GROUP/VERSION/defaults.go`. Defaults that the declaration of a member contains are in its schema.
 */
export type TypeDefaults = Readonly<Record<string, TypeRule | readonly TypeRule[]>>;

/** Returns whether a member is absent, or an empty text, list or map. */
export function isEmptyAt(object: Json, name: string): boolean {
  const value = object[name];
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
