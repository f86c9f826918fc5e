import { isRecord, type StringMap } from '../../objects/index.ts';
import { type Json, own, type StoredObject } from '../json.ts';
import type { Schema } from '../schema/schema.ts';
import type { FieldError } from '../status/invalid.ts';
import type { Subresource } from './generated-kind.ts';
import type { PrinterColumn, ResourceDefinition, ScalePaths } from './resource-definition.ts';

/** A resource definition with all defaults, and the strategy of its kind (`strategy.go` of the kube-apiserver). */
export interface Resource extends Required<Pick<ResourceDefinition, Described>> {
  /** The API group and version of the resource, such as `apps/v1` or `v1`. */
  readonly apiVersion: string;
  /**
   * The id of the collection that stores the objects, such as `deployments.apps`. All versions of a kind have the same
   * id.
   */
  readonly id: string;
  /** The supported verbs: `create`, `delete`, `deletecollection`, `get`, `list`, `patch`, `update`, `watch`. */
  readonly verbs: readonly string[];
  /**
   * The subresources in the format of discovery. The server serves `status`, `scale` and each other subresource for
   * which it has a handler.
   */
  readonly subresources: readonly Subresource[];
  /** The kind of a list response, such as `WidgetList`. */
  readonly listKind: string;
  /**
   * Whether the resource is a built-in type of the kube-apiserver. The kube-apiserver handles lists and request bodies
   * of built-in types differently from those of custom resources.
   */
  readonly builtIn: boolean;
  /** Whether each change outside `metadata` and `status` increases `metadata.generation`. */
  readonly generation: boolean;
  /** The functions that read the values of the selectable fields. The result `undefined` counts as the empty string. */
  readonly fields: Readonly<Record<string, (object: Json) => unknown>>;
  /** Further names (aliases) of fields in a field selector. For example, `spec.host` is an alias of `spec.nodeName`. */
  readonly fieldAliases: StringMap;
  /** The schema of the objects. If `undefined`, the resource has no schema, and the server stores all fields. */
  readonly schema: Schema | undefined;
  /**
   * The columns of `kubectl get` in addition to the name, for a custom resource. If `undefined`, the only column is the
   * age.
   */
  readonly printerColumns: readonly PrinterColumn[] | undefined;
  /** The paths to the fields of the subresource `scale`. If `undefined`, the resource has no subresource `scale`. */
  readonly scale: ScalePaths | undefined;
  /** Returns a new object with the values that the server adds on a create. */
  readonly onCreate: (object: Json) => Json;
  /** Returns the object that an update stores. Fields that clients may not change keep the values of the old object. */
  readonly onUpdate: (object: Json, existing: Json) => Json;
  /** Returns an object with the values that the server sets when the deletion of the object begins. */
  readonly onDelete: (object: Json) => Json;
  /**
   * Returns the errors in an object, except for errors in its metadata. `existing` is the stored object that the write
   * replaces.
   */
  readonly validate: (object: Json, existing: StoredObject | undefined) => readonly FieldError[];
  /** Returns the warnings that a client gets for a valid object. */
  readonly warnings: (object: Json) => readonly string[];
  /** Converts a stored object to the version of this resource. The stored object may have a different version. */
  readonly read: (stored: StoredObject) => StoredObject;
  /** Converts an object of this version to the version in which the server stores the object. */
  readonly toStorage: (object: Json) => Json;
  /** The warning that every client gets if this version is deprecated. */
  readonly deprecation: string | undefined;
  /** Returns the reason why clients cannot create objects now. Returns `undefined` if clients can create objects. */
  readonly refusesNew: () => string | undefined;
  /** Returns the finalizers that delay the removal of an object. A namespace also has finalizers in its spec. */
  readonly finalizersOf: (object: Json) => readonly string[];
  /** Whether a new object keeps the status that the client has sent. The value is true only for nodes. */
  readonly statusOnCreate: boolean;
  /** Whether a PUT creates the object if the object does not exist. */
  readonly createOnUpdate: boolean;
  /** Whether the name of a new object without a name is a UUID. */
  readonly namedByUid: boolean;
  /** Whether a PUT without a resourceVersion may replace the object. */
  readonly unconditionalUpdate: boolean;
  /** Whether DELETE returns the deleted object. If false, DELETE returns a `Status` with the result (P135). */
  readonly deleteReturnsObject: boolean;
  /**
   * Returns the grace period of a delete in seconds. Only kinds with graceful deletion (pods) have this function.
   * `asked` is the grace period in the request.
   */
  readonly gracePeriod: ((object: Json, asked: number | undefined) => number) | undefined;
}

type Described =
  | 'group'
  | 'version'
  | 'resource'
  | 'kind'
  | 'namespaced'
  | 'singular'
  | 'shortNames'
  | 'categories'
  | 'status'
  | 'selectableFields';

/** The known data about a built-in type. Only the resource definition is required. */
export type BuiltIn = ResourceDefinition & Partial<Resource>;

/**
 * Returns a resource with all defaults. A value that the definition does not contain gets the default of a custom
 * resource.
 */
export function resourceOf(definition: BuiltIn): Resource {
  const { group, version, resource, kind, status = false, selectableFields = [] } = definition;
  const builtIn = definition.builtIn ?? false;
  return {
    namespaced: true,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames: [],
    categories: [],
    verbs: allVerbs,
    builtIn,
    generation: !builtIn,
    fieldAliases: {},
    schema: undefined,
    printerColumns: undefined,
    scale: undefined,
    onCreate: (object) => object,
    onUpdate: (object) => object,
    onDelete: (object) => object,
    validate: () => [],
    warnings: () => [],
    read: (stored) => stored,
    toStorage: (object) => object,
    deprecation: undefined,
    refusesNew: () => undefined,
    finalizersOf,
    statusOnCreate: false,
    createOnUpdate: false,
    namedByUid: false,
    unconditionalUpdate: builtIn,
    deleteReturnsObject: false,
    gracePeriod: undefined,
    ...definition,
    subresources: definition.subresources ?? subresourcesOf(definition),
    status,
    selectableFields,
    fields: definition.fields ?? Object.fromEntries(selectableFields.map((path) => [path, at(path)])),
    apiVersion: group === '' ? version : `${group}/${version}`,
    id: definition.id ?? (group === '' ? resource : `${resource}.${group}`),
  };
}

const allVerbs: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

function subresourcesOf({ kind, status = false, scale }: BuiltIn): readonly Subresource[] {
  const verbs = ['get', 'patch', 'update'];
  return [
    ...(status ? [{ name: 'status', kind, verbs }] : []),
    ...(scale === undefined
      ? []
      : [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs }]),
  ];
}

export function finalizersOf({ metadata }: Json): readonly string[] {
  const { finalizers = [] } = isRecord(metadata) ? metadata : {};
  return finalizers as readonly string[];
}

/** Splits a path into names at the dots. The path may begin with a dot, as in CRDs. */
export function namesIn(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.');
}

/** Returns a function that reads the value at a path, such as `spec.replicas`. */
export function at(path: string): (object: Json) => unknown {
  const names = namesIn(path);
  return (object) =>
    names.reduce<unknown>((value, name) => (isRecord(value) ? own(value, name) : undefined), object);
}
