/**
 * The fields of a response that the checks read.
 *
 * No field is optional in the type: if a field that a check reads is missing, the check fails anyway.
 */
export interface Body {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: Metadata;
  readonly items: readonly Body[];
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, string>>;
  /** The fields of a response of the kind `Status`. */
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details: Details;
  /** The fields of a response of the kind `Table`. */
  readonly columnDefinitions: readonly Readonly<Record<string, unknown>>[] | null;
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: Body | null }[];
  /** The fields of a discovery document. */
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  readonly groups: readonly Readonly<Record<string, unknown>>[];
}

export interface Metadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
  readonly deletionTimestamp: string;
  readonly generation: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly finalizers: readonly string[];
  readonly managedFields: readonly { readonly manager: string; readonly operation: string }[];
  readonly continue: string;
  readonly remainingItemCount: number;
}

interface Details {
  readonly retryAfterSeconds: number;
  readonly causes: readonly { readonly reason: string; readonly field: string }[];
}

export const namesIn = (list: Body): readonly string[] => list.items.map(({ metadata }) => metadata.name);

export const versionOf = (body: Body): string => body.metadata.resourceVersion;
