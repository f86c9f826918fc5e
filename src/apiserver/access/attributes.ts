/**
 * The attributes of a request that the option `authorize` receives: the user, the verb and the target.
 *
 * @example
 * ```ts
 * const readsOnly = ({ verb, user }: AccessAttributes): boolean =>
 *   user === 'admin' || ['get', 'list', 'watch'].includes(verb);
 * const server = createApiServer({ tokens: { 'a-token': 'admin', another: 'viewer' }, authorize: readsOnly });
 * ```
 */
export interface AccessAttributes {
  readonly user: string;
  readonly groups: readonly string[];
  /**
   * `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, or another verb of an access
   * check, such as `impersonate` or `use`; for paths that name no resource, the HTTP method in lower case.
   */
  readonly verb: string;
  readonly path: string;
  /** This and the next fields are absent for paths that name no resource. */
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** A resource as rules and refusals name it: `pods`, `pods/log`. */
export const resourceText = (resource: string, subresource: string): string =>
  subresource === '' ? resource : `${resource}/${subresource}`;

/** The decision of an authorizer. */
export interface Decision {
  readonly allowed: boolean;
  /** Empty if the authorizer gives no reason. */
  readonly reason: string;
}
