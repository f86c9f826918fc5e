import type { Draft } from 'immer';
import { aFunction, integer, type KubeObject, type Rule } from '../objects/index.ts';

/** The request that the API server asks about. All members are frozen JSON. */
export interface AdmissionRequest<T extends KubeObject = KubeObject> {
  /** The identity of this review. */
  readonly uid: string;
  /** What the user does. */
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  /** The object that would be stored, with the changes of `mutate`. Absent for a DELETE. */
  readonly object?: T;
  /** The stored object. Absent for a CREATE and a CONNECT. */
  readonly oldObject?: T;
  /** The kind of the object, in the version that the webhook has asked for. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  /** The resource of the request, in the version that the webhook has asked for. */
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  /** The subresource of the request, such as `status`. Absent for the object itself. */
  readonly subResource?: string;
  /** The name of the object. Absent for a CREATE whose name the server generates. */
  readonly name?: string;
  /** The namespace of the object. Absent for cluster-scoped objects. */
  readonly namespace?: string;
  /** The user who sent the request. */
  readonly userInfo: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  /** True if nothing will be stored. The webhook then must have no side effects. */
  readonly dryRun?: boolean;
  /** The options of the request, such as `CreateOptions` of `meta/v1`. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A field that is not valid. */
export interface AdmissionCause {
  /** The path of the field, such as `spec.replicas`. */
  readonly field: string;
  /** What is wrong, for a person. */
  readonly message: string;
  /** The reason for programs. Default: `FieldValueInvalid`. */
  readonly reason?: string;
}

/** The result of a validation. The request is allowed if `causes` is empty or absent, and `forbidden` is absent. */
export interface AdmissionResult {
  /** The fields that are not valid. The user gets 422 `Invalid` with these causes. */
  readonly causes?: readonly AdmissionCause[];
  /** Why the user may not do this. The user gets 403 `Forbidden` with this text. */
  readonly forbidden?: string;
  /** Texts that the user sees as warnings, also if the request is allowed. The API server cuts texts of more than 256 characters. */
  readonly warnings?: readonly string[];
}

/**
 * The result of `validate`, or nothing. The type contains `void`, because an async function without a `return` is a `Promise<void>`.
 */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- `Promise<void>` of an async function
export type AdmissionReturn = AdmissionResult | undefined | void;

/** The options of {@link admission}. At least one of `validate`, `mutate` and `convert` is required. */
export interface AdmissionOptions<T extends KubeObject = KubeObject> {
  /** Decides whether the request is allowed. If the function throws or rejects, the answer is 500. */
  readonly validate?: (request: AdmissionRequest<T>) => AdmissionReturn | PromiseLike<AdmissionReturn>;
  /**
   * Changes the object. The function is a recipe of Immer, and the answer contains its changes as a JSON patch. The
   * recipe runs before `validate`, for each request with an object that has metadata, and must not be async.
   *
   * The API server can call the webhook again for an object that the recipe has already changed. The API server also
   * refuses a patch from a validating webhook. So write a recipe whose second run changes nothing, or register a
   * handler with `mutate` as a mutating webhook only.
   */
  readonly mutate?: (draft: Draft<T>, request: AdmissionRequest<T>) => void;
  /**
   * Returns a custom resource in another version, such as `example.com/v2`. The given object is frozen. The result needs the same
   * kind, name, namespace and uid; `admission` sets its `apiVersion`. If the function throws or rejects, the conversion fails.
   */
  readonly convert?: (object: T, desiredAPIVersion: string) => KubeObject | PromiseLike<KubeObject>;
  /**
   * Called with each error of your functions. The answers contain no part of these errors, because they can contain secrets.
   * Default: the errors are dropped, because a request that makes your code throw must not end the process.
   */
  readonly onError?: (error: unknown) => void;
  /**
   * The largest body in bytes. Default: 7 MiB, as in controller-runtime: two objects of at most 3 MiB, and 1 MiB for the rest. With
   * `convert`, the default is 64 MiB, because the API server converts all objects of a page of a list at once.
   */
  readonly maxBodySize?: number;
}

export const admissionRules: Readonly<Record<keyof AdmissionOptions, Rule>> = {
  validate: aFunction,
  mutate: aFunction,
  convert: aFunction,
  onError: aFunction,
  maxBodySize: integer(1),
};
