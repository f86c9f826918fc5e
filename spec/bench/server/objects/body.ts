/** An object without kind and apiVersion, which only watch events have. */
export interface Body {
  readonly metadata: {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** Makes the object at an index of a collection. All objects differ, and depend only on the index. */
export type MakeBody = (index: number, resourceVersion: number) => Body;
