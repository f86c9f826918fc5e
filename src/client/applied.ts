/**
 * The fields of an object to send: all fields are optional, at any depth. The name of the object is in `metadata.name`, except for
 * a create with `metadata.generateName`. The client adds `apiVersion` and `kind`.
 *
 * @example
 * ```ts
 * const config: Applied<ConfigMap> = { metadata: { name: 'web', namespace: 'shop' }, data: { color: 'blue' } };
 * ```
 */
export type Applied<T> = T extends readonly unknown[]
  ? T extends readonly (infer Item)[]
    ? readonly Applied<Item>[]
    : T
  : T extends object
    ? { readonly [Name in keyof T]?: Applied<T[Name]> }
    : T;
