/** An object as it stands on the wire, but for kind and apiVersion, which only watch events carry. */
export interface Body {
  readonly metadata: {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** Makes the object at an index of a collection. No two are alike; all follow from the index. */
export type MakeBody = (index: number, resourceVersion: number) => Body;
