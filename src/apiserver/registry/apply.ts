import { isRecord } from '../../objects/index.ts';
import { applyConfiguration } from '../apply/apply-configuration.ts';
import { fieldScope } from '../apply/field-scope.ts';
import type { Json, StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { jsonType } from '../schema/type-problem.ts';
import type { Refusal } from '../status/refusal.ts';
import { badRequest, notFound } from '../status/refusals.ts';
import { checkIdentity, checkNew } from './check-update.ts';
import { find, type Place, type RegistryContext } from './context.ts';
import { create } from './create.ts';
import { objectInput } from './object-input.ts';
import { update, type UpdateOptions, type Written } from './update.ts';

/** Options of a server-side apply. */
export interface ApplyOptions extends UpdateOptions {
  /**
   * Whether the apply may change fields that other field managers own. If true, the field manager of the apply becomes
   * the owner of these fields.
   */
  readonly force?: boolean;
}

/**
 * Runs a server-side apply. Creates the object, or merges the applied configuration into the existing object (P86,
 * P87). The generator yields once, and other requests may write objects during this pause.
 *
 * @throws Refusal 400, 404, 409, 422, 500
 */
export function* applySteps(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  configuration: unknown,
  options: ApplyOptions,
): Generator<void, Written> {
  if (!isRecord(configuration)) throw noConfiguration(configuration);
  const { subresource = '', fieldManager: manager = '', force = false } = options;
  const made = (): Made => {
    const existing = find(context, resource, place);
    if (existing === undefined && subresource !== '') throw notFound(resource, place.name);
    const scope = fieldScope(context, resource, subresource);
    return {
      existing,
      next: applyConfiguration(scope, existing, { object: configuration, manager, force }),
    };
  };
  const first = made();
  yield;
  const now = find(context, resource, place);
  // If another request has changed the object during the pause, the configuration is applied again to the current
  // object.
  const isCurrent = now?.metadata.resourceVersion === first.existing?.metadata.resourceVersion;
  const { existing, next } = isCurrent ? first : made();
  const how = { ...options, applied: true };
  if (existing !== undefined) return update(context, resource, place, next, how);
  const fresh = objectInput(resource, next);
  checkIdentity(fresh, place);
  checkNew(resource, fresh);
  return { object: create(context, resource, place.namespace, next, how), created: true };
}

/** The object that an apply has computed, before the server stores it. */
interface Made {
  readonly existing: StoredObject | undefined;
  readonly next: Json;
}

/** Returns the error for the body of an apply that is not an object. */
export const noConfiguration = (configuration: unknown): Refusal =>
  configuration === null || configuration === undefined
    ? badRequest('invalid object type: /, Kind=')
    : badRequest(
        `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonType(configuration)} into Go value of type map[string]interface {}`,
      );
