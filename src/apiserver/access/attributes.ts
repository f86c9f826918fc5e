/**
 * Who wants to do what: all that an authorizer is told, for the option `authorize`.
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
   * `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, or another that is asked about
   * (`impersonate`, `use`); a method in lower case for other paths.
   */
  readonly verb: string;
  readonly path: string;
  /** Absent for paths that lead to no resource. */
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** A resource as rules and refusals name it: `pods`, `pods/log`. */
export const resourceText = (resource: string, subresource: string): string =>
  subresource === '' ? resource : `${resource}/${subresource}`;

/** What an authorizer says. */
export interface Decision {
  readonly allowed: boolean;
  /** Empty where there is nothing to say. */
  readonly reason: string;
}
