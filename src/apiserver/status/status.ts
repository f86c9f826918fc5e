/** A cause in the details of a `Status`. */
interface Cause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** What a `Status` is about. `kind` is the plural resource for missing objects and conflicts, the Kind for validation. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly Cause[];
  readonly retryAfterSeconds?: number;
}

/** `metav1.Status`, as it is on the wire. */
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
