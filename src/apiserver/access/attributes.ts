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
   * The verb of the request: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`. An
   * access check can have another verb, for example `impersonate` or `use`. For a path that names no resource, the verb
   * is the HTTP method in lower case.
   */
  readonly verb: string;
  readonly path: string;
  /**
   * The fields `group`, `resource`, `subresource`, `namespace` and `name` are absent for paths that name no resource.
   */
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Returns the text for a resource in rules and refusals, for example `pods` or `pods/log`. */
export const resourceText = (resource: string, subresource: string): string =>
  subresource === '' ? resource : `${resource}/${subresource}`;

/** The decision of an authorizer. */
export interface Decision {
  readonly allowed: boolean;
  /** The reason of the authorizer. The text is empty if the authorizer returns no reason. */
  readonly reason: string;
}
