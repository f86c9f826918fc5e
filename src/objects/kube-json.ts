import type { KubeObject } from './kube-object.ts';

/**
 * Converts a generated type to the type of the JSON that the store contains. Dates become strings, and
 * `_continue` becomes `continue`. All members are read-only. The name, the uid and the resourceVersion are
 * required.
 *
 * @example
 * ```ts
 * interface Pod extends KubeJson<V1Pod> {}
 * ```
 *
 * @typeParam T - a model of `@kubernetes/client-node`, or a similar generated type
 */
export type KubeJson<T> = KubeObject & {
  readonly [K in keyof T as K extends keyof KubeObject ? never : JsonName<K>]: JsonValue<T[K]>;
};

/** Converts the type of one field to the type of its JSON. `any` becomes `unknown`. */
export type JsonValue<T> = 0 extends 1 & T
  ? unknown
  : T extends Date
    ? string
    : T extends readonly (infer E)[]
      ? readonly JsonValue<E>[]
      : T extends object
        ? { readonly [K in keyof T as JsonName<K>]: JsonValue<T[K]> }
        : T;

/**
 * Returns the name of a field in JSON. The generator of client-node renames some fields to avoid keywords and
 * dashes.
 */
type JsonName<K> = K extends `_${infer Name}`
  ? Name
  : K extends `x_kubernetes_${infer Name}`
    ? `x-kubernetes-${Dashed<Name>}`
    : K;

/** Converts a name from `snake_case` to `kebab-case`. */
type Dashed<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}-${Dashed<Rest>}`
  : Name;
