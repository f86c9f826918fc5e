import type { KubeObject } from './kube-object.ts';

/**
 * The JSON type of a generated type, as in the store: dates are strings, `_continue` is `continue`, all members are read-only, and
 * name, uid and resourceVersion are required.
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

/** The JSON type of one field; `any` becomes `unknown`. */
type JsonValue<T> = 0 extends 1 & T
  ? unknown
  : T extends Date
    ? string
    : T extends readonly (infer E)[]
      ? readonly JsonValue<E>[]
      : T extends object
        ? { readonly [K in keyof T as JsonName<K>]: JsonValue<T[K]> }
        : T;

/** Reverts the renames that the generator makes to avoid keywords and dashes. */
type JsonName<K> = K extends `_${infer Name}`
  ? Name
  : K extends `x_kubernetes_${infer Name}`
    ? `x-kubernetes-${Dashed<Name>}`
    : K;

/** `snake_case` as `kebab-case`. */
type Dashed<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}-${Dashed<Rest>}`
  : Name;
