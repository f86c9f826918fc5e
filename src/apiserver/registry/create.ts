import { isRecord } from '../../objects/index.ts';
import { type Json, omit, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { emptyStruct } from '../schema/empty-struct.ts';
import { type FieldError, fieldRequired, invalid } from '../status/invalid.ts';
import { alreadyExists, forbidden, plainError } from '../status/refusals.ts';
import { admit } from './admission/admit.ts';
import { checkSigner } from './admission/check-signer.ts';
import { withBuiltInDefaults } from './defaults/built-in-defaults.ts';
import { checkDefinitionSize } from './check-definition-size.ts';
import { checkNamespaceOf, checkServed } from './check-update.ts';
import { find, type Place, type RegistryContext, store } from './context.ts';
import { inStorage } from './in-storage.ts';
import { ownedBy } from './owned-by.ts';
import { generatedName, timestamp, uid } from './identity.ts';
import { type FieldOptions, knownFields } from './known-fields.ts';
import { checkNamespace } from './namespace-lifecycle.ts';
import { objectErrors } from './object-errors.ts';
import { checkGrant, type Requester } from './requester.ts';
import { nameErrors } from './object-name.ts';
import { type ObjectInput, objectInput } from './object-input.ts';

export interface CreateOptions extends FieldOptions {
  readonly dryRun?: boolean;
  /** Whether `seed` creates the object. If true, the new object keeps its uid, its times and its status. */
  readonly seed?: boolean;
  /** The field manager of the create. If absent, as for writes of the server itself, no manager owns the fields. */
  readonly fieldManager?: string;
  /**
   * Whether the object is the result of a server-side apply. If true, the managed fields of the object are already
   * complete.
   */
  readonly applied?: boolean;
  readonly requester?: Requester;
  /**
   * Throws if the user may not create the object. Only a PUT or an apply, which may also update an object, sets this
   * function.
   */
  readonly authorizeCreate?: () => void;
}

/**
 * Creates an object.
 *
 * @param namespace - the namespace in the URL; empty for a cluster-scoped resource
 * @throws Refusal 400 (P68–P70), 403 if `authorizeCreate` refuses the create, 404 for an absent namespace (P127), 409
 * (P63), 422 (P66, P67), 500 (P64)
 */
export function create(
  context: RegistryContext,
  resource: Resource,
  namespace: string,
  body: unknown,
  options: CreateOptions = {},
): StoredObject {
  const steps = createSteps(context, resource, namespace, body, options);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/**
 * Creates an object as `create` does, but with pauses. Other requests may write objects during a pause. All checks that
 * depend on stored objects run after the last pause.
 *
 * @throws Refusal as `create` does, and 404 if the server no longer serves the resource
 */
export function* createSteps(
  context: RegistryContext,
  resource: Resource,
  namespace: string,
  body: unknown,
  options: CreateOptions,
): Generator<void, StoredObject> {
  const { dryRun = false, seed = false } = options;
  if (options.requester !== undefined) checkDefinitionSize(resource, body);
  const given = knownFields(resource, objectInput(resource, body), options);
  yield;
  const owned = seed ? given : ownedBy(context, resource, undefined, withoutSystemFields(given), options);
  yield;
  checkServed(context, resource);
  const object = admit(resource, inStorage(resource, owned), {
    context,
    namespace,
    existing: undefined,
    requester: options.requester,
  });
  checkNamespaceOf(object, { namespace });
  if (resource.namespaced) checkNamespace(context, resource, namespace, text(object.metadata['name']));
  const { resourceVersion = '' } = object.metadata;
  if (!seed && resourceVersion !== '' && resourceVersion !== '0') {
    throw plainError('resourceVersion should not be set on objects to be created');
  }

  const place = { namespace, name: nameFor(context, resource, namespace, object) };
  checkGrant(options.requester, { ...place, resource, object, existing: undefined });
  const why = resource.refusesNew();
  if (why !== undefined) throw forbidden(resource, place.name, why);
  const brought = isRecord(body) && body['status'] !== undefined ? object : omit(object, 'status');
  const fresh = prepared(context, resource, place, brought as ObjectInput, seed);
  const isSaved = seed && given.metadata['uid'] !== undefined;
  const errors = errorsIn(resource, fresh, isSaved);
  if (errors.length > 0) throw invalid(resource, place.name, errors);
  checkSigner(resource, options.requester, { place, object: fresh, existing: undefined });
  options.authorizeCreate?.(); // the check runs after the validation, as in the kube-apiserver (`Store.Update`)
  resource.warnings(fresh).forEach((warning) => options.warn?.(warning));
  const existing = find(context, resource, place);
  if (existing !== undefined) {
    throw alreadyExists(resource, place.name, existing.metadata.deletionTimestamp !== undefined);
  }
  return store(context, resource, place, fresh, dryRun);
}

/**
 * Returns the errors in a new object. If a built-in object was saved from a cluster, the function validates the object
 * as an update without changes. The reason: some fields may have values that are valid only after an update. The
 * function validates a CRD or a custom resource as a new object, because a user may have written the object by hand. An
 * update without changes would not check the schema.
 */
function errorsIn(resource: Resource, object: ObjectInput, isSaved: boolean): readonly FieldError[] {
  const isBuiltIn = resource.builtIn && resource.group !== 'apiextensions.k8s.io';
  const name = text(object.metadata['name']);
  const prefix = text(object.metadata['generateName']);
  return [
    ...(prefix === '' ? [] : nameErrors(resource, prefix, 'metadata.generateName')),
    ...nameErrors(resource, name),
    ...objectErrors(resource, object, isSaved && isBuiltIn ? (object as unknown as StoredObject) : undefined),
  ];
}

/**
 * Removes the fields that the server sets on a new object, so that the field manager of the create does not own them.
 */
function withoutSystemFields(object: ObjectInput): ObjectInput {
  const { metadata } = object;
  return {
    ...object,
    metadata: omit(metadata, 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink'),
  };
}

/**
 * Returns the name of a new object. For `generateName`, tries up to eight random names until a name is free, as
 * Kubernetes 1.32 does (P65).
 */
function nameFor(
  context: RegistryContext,
  resource: Resource,
  namespace: string,
  object: ObjectInput,
): string {
  const given = text(object.metadata['name']);
  const base = text(object.metadata['generateName']);
  if (given === '' && base === '') {
    if (resource.namedByUid) return uid(context.world);
    throw invalid(resource, '', [fieldRequired('metadata.name', 'name or generateName is required')]);
  }

  let name = given === '' ? generatedName(base, context.world) : given;
  for (let attempt = 1; given === '' && attempt < 8; attempt++) {
    if (find(context, resource, { namespace, name }) === undefined) break;
    name = generatedName(base, context.world);
  }
  return name;
}

/**
 * Returns a new object with the fields that the server sets, such as the uid. Values of the client in these fields are
 * replaced (P62).
 */
function prepared(
  { world }: RegistryContext,
  resource: Resource,
  { namespace, name }: Place,
  object: ObjectInput,
  seed: boolean,
): ObjectInput {
  const { uid: givenUid, creationTimestamp, generateName, labels, annotations, ...more } = object.metadata;
  const { deletionTimestamp, deletionGracePeriodSeconds, generation, ownerReferences, finalizers } = more;
  const { managedFields } = more;
  const metadata = {
    name,
    generateName,
    namespace: namespace === '' ? undefined : namespace,
    uid: (seed ? givenUid : undefined) ?? uid(world),
    resourceVersion: '', // the empty member only reserves the position of `resourceVersion` in the JSON
    // If the server does not manage the generation of this kind, the value from the client stays.
    generation: seed || !resource.generation ? (generation ?? firstGeneration(resource)) : 1,
    creationTimestamp: (seed ? creationTimestamp : undefined) ?? timestamp(world.now()),
    ...(seed ? { deletionTimestamp, deletionGracePeriodSeconds } : {}),
    labels,
    annotations,
    ownerReferences,
    finalizers,
    managedFields,
  };
  const { kind, apiVersion, status } = object;
  const spec = omit(object, 'kind', 'apiVersion', 'metadata', 'status');
  const keepsStatus = seed || !resource.status || resource.statusOnCreate;
  const fresh = resource.onCreate({ kind, apiVersion, metadata: present(metadata), ...spec });
  const ownStatus = keepsStatus && status !== undefined ? { status } : {};
  const empty = Object.hasOwn(fresh, 'status') ? {} : emptyStatus(resource);
  const whole: Json = { ...fresh, ...empty, ...ownStatus }; // the members have the same order as in an object of the kube-apiserver
  return whole as ObjectInput;
}

const firstGeneration = ({ generation }: Resource): number | undefined => (generation ? 1 : undefined);

/** Returns the initial status of a built-in object that has no status. */
function emptyStatus({ builtIn, schema }: Resource): Json {
  const status = builtIn ? schema?.properties?.['status'] : undefined;
  return status !== undefined && isRecord(status.default)
    ? { status: withBuiltInDefaults(status, emptyStruct(status)) }
    : {};
}

function present(object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
