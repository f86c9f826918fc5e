import type { Draft } from 'immer';
import type { Observable } from 'rxjs';
import type { JsonPatchOperation, KubeObject, ObjectKey } from '../objects/index.ts';
import type { IndexedStore } from '../store/index.ts';
import type { Applied } from './applied.ts';
import type { ApplyOptions, DeleteAllSelector, DeleteOptions, WriteOptions } from './write-options.ts';

/** The options of a resource client. */
export interface ResourceClientOptions {
  /**
   * How often a request is sent again after a 429 or a 5xx with `Retry-After`, each time after that delay (client-go's
   * `MaxRetries`). Default 0: the error is emitted.
   */
  readonly maxRetries?: number;
  /**
   * Whether results keep `metadata.managedFields`. Default false: the client removes `managedFields` before
   * it parses an object.
   */
  readonly keepManagedFields?: boolean;
}

/** The options of an edit. */
export interface EditOptions<T extends KubeObject> extends WriteOptions {
  /**
   * An informer that may have the object: the first attempt uses its state, and saves one read. If the state is old, the server
   * responds with 409, and the second attempt reads the object from the server. Do not use an informer whose `transform` or `through`
   * removes fields: the patch could replace a part of the object that has more fields on the server.
   */
  readonly from?: { readonly store: Pick<IndexedStore<T>, 'get'> };
  /** The number of writes that may fail with 409 before the error is emitted. Default 5, as in client-go's `retry.DefaultRetry`. */
  readonly attempts?: number;
}

/**
 * Reads and writes the objects of one resource.
 *
 * Each method returns a cold Observable: each subscription sends one request, emits the result and completes. An unsubscribe aborts
 * the request; the server may already have executed it. Results are frozen JSON. A failure is a `StatusError` for a response of the
 * server, and a `ConnectionError` for a missing response. Only `edit` sends several requests, and only `edit` and `maxRetries` send
 * a request again.
 *
 * Wrong arguments throw an `OptionsError` when the method is called.
 */
export interface ResourceClient<T extends KubeObject> {
  /** Reads the object. Fails with 404 if the object does not exist. */
  get(key: ObjectKey): Observable<T>;
  /** Creates the object. Fails with 409 `AlreadyExists` if an object with the name exists. */
  create(object: Applied<T> | T, options?: WriteOptions): Observable<T>;
  /**
   * Replaces the object. Fails with 409 `Conflict` if the object has another resourceVersion on the server.
   * Without a resourceVersion the write is unconditional. Some kinds do not allow an unconditional write.
   */
  update(object: T, options?: WriteOptions): Observable<T>;
  /** Changes the object by a JSON patch (an array, RFC 6902) or a merge patch (an object, RFC 7396). */
  patch(
    key: ObjectKey,
    patch: readonly JsonPatchOperation[] | MergePatch<T>,
    options?: WriteOptions,
  ): Observable<T>;
  /**
   * Applies the given fields (server-side apply), and creates the object if it does not exist. Fields that the same manager
   * applied before, and that are absent now, are removed.
   */
  apply(key: ObjectKey, object: Applied<T> | T, options: ApplyOptions): Observable<T>;
  /**
   * Reads the object, runs the recipe of Immer, and sends a patch that the server accepts only for the state that the
   * recipe saw. After a 409 the method reads the object again, and runs the recipe again. After a 422 the method does
   * the same if the object has changed meanwhile. Emits the written object. If the recipe changes nothing, no write is
   * sent.
   */
  edit(key: ObjectKey, recipe: (draft: Draft<T>) => void, options?: EditOptions<T>): Observable<T>;
  /**
   * Deletes the object. Emits the last state if the server keeps the object for now (finalizers, a grace period), and `undefined`
   * if the object is gone.
   */
  delete(key: ObjectKey, options?: DeleteOptions): Observable<T | undefined>;
  /** Deletes all objects that match the selector. Completes without a value. */
  deleteAll(selector: DeleteAllSelector, options?: DeleteOptions): Observable<never>;
  /**
   * Returns the methods for a subresource of the objects, such as `scale`, `eviction` or `binding`.
   *
   * @typeParam S - the type of the objects of the subresource
   */
  subresource<S extends KubeObject = T>(name: string): SubresourceClient<S>;
  /** The subresource `status`: a write changes only the status of the object. */
  readonly status: SubresourceClient<T>;
  /**
   * Emits the warnings of the server for the requests of this client and its subresources: deprecated versions, unknown fields. A
   * transport that cannot read the header `Warning` gives no warnings.
   */
  readonly warnings$: Observable<ApiWarning>;
}

/** The methods of a subresource. `create` sends a POST, as `eviction` and `binding` require. */
export type SubresourceClient<S extends KubeObject> = Pick<
  ResourceClient<S>,
  'get' | 'update' | 'patch' | 'apply' | 'edit'
> & {
  /**
   * Sends `object` to a subresource. `key` is the key of the object that has the subresource. The client adds the name
   * and the namespace of the key to the sent object. Emits the response, which can have another kind.
   */
  create(key: ObjectKey, object: Applied<S> | S, options?: WriteOptions): Observable<KubeStatus | S>;
};

/** A `metav1.Status` with `status: 'Success'`: the response of subresources that return no object. */
export interface KubeStatus {
  /** The kind of the response. */
  readonly kind: 'Status';
  /** Always `Success`, because after a failure the Observable errors with a `StatusError`. */
  readonly status?: string;
  /** The HTTP status. */
  readonly code?: number;
  /** A description for a person. */
  readonly message?: string;
}

/** A merge patch: any part of the object, and `null` for a field to remove. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Name in keyof T]?: MergePatch<T[Name]> | null }
    : T;

/** A warning of the server about one request. */
export interface ApiWarning {
  /** The text, for example `unknown field "spec.replica"`. */
  readonly text: string;
  /** Method and path of the request. */
  readonly request: string;
}
