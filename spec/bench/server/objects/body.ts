/**
 * A Kubernetes object without kind and apiVersion. Items of a list have neither; only the object of a watch event has
 * both.
 */
export interface Body {
  readonly metadata: {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/**
 * Creates the object at an index of the collection. No two objects are equal. An object depends only on its index and
 * version.
 */
export type MakeBody = (index: number, resourceVersion: number) => Body;
