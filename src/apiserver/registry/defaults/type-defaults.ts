import type { Json } from '../../json.ts';

/** What members are when they are not there, or what depends on the others. */
export type TypeRule = Json | ((object: Json) => Json);

/**
 * The defaults of types by their definition, without `io.k8s.api.` where they have it: `core.v1.PodSpec`. They are those of
 * `pkg/apis/GROUP/VERSION/defaults.go`; what a member is by its declaration alone, its schema says.
 */
export type TypeDefaults = Readonly<Record<string, TypeRule | readonly TypeRule[]>>;

/** Whether a member is absent, or an empty text, list or map. */
export function isEmptyAt(object: Json, name: string): boolean {
  const value = object[name];
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
