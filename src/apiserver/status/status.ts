/** One cause of an error, in the `details` of a `Status`. */
interface Cause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/**
 * The object or the collection that a `Status` refers to. In the error for an invalid object, `kind` is the kind of the
 * object. In other errors, such as 404 and 409, `kind` is the plural name of the resource.
 */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly Cause[];
  readonly retryAfterSeconds?: number;
}

/** The JSON of a `metav1.Status` in an error response. */
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
