/** A cause in the details of a `Status`. */
interface Cause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/**
 * The object or the collection that a `Status` is about. If the object is missing or has a conflict, `kind` is the
 * plural name. If the object is invalid, `kind` is the kind.
 */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly Cause[];
  readonly retryAfterSeconds?: number;
}

/** The JSON of a `metav1.Status`. */
export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly continue?: string };
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code: number;
}
