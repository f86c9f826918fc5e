import { isRecord, type StringMap } from '../../objects/index.ts';
import { type Json, own, type StoredObject } from '../json.ts';
import type { Schema } from '../schema/schema.ts';
import type { FieldError } from '../status/invalid.ts';
import type { Subresource } from './generated-kind.ts';
import type { PrinterColumn, ResourceDefinition, ScalePaths } from './resource-definition.ts';

/** A definition with all defaults, and the strategy of its kind (`strategy.go` of the kube-apiserver). */
export interface Resource extends Required<Pick<ResourceDefinition, Described>> {
  /** The API version, such as `apps/v1` or `v1`. */
  readonly apiVersion: string;
  /** The id of the collection in the storage, such as `deployments.apps`. All versions of a kind have the same id. */
  readonly id: string;
  /** The supported verbs: `create`, `delete`, `deletecollection`, `get`, `list`, `patch`, `update`, `watch`. */
  readonly verbs: readonly string[];
  /**
   * The subresources, as discovery lists them. The server serves `status`, `scale` and each other subresource that has
   * a handler.
   */
  readonly subresources: readonly Subresource[];
  /** The kind of a list of objects, such as `WidgetList`. */
  readonly listKind: string;
  /**
   * Whether the resource is a built-in type of the kube-apiserver. The kube-apiserver treats lists and bodies of a
   * built-in type differently from lists and bodies of a custom resource.
   */
  readonly builtIn: boolean;
  /** Whether `metadata.generation` increases with each change outside the metadata and the status. */
  readonly generation: boolean;
  /**
   * The functions that read the values of the selectable fields. If a function returns `undefined`, the value is the
   * empty string.
   */
  readonly fields: Readonly<Record<string, (object: Json) => unknown>>;
  /** Names that a field selector may use for another field. For example, `spec.host` is an alias of `spec.nodeName`. */
  readonly fieldAliases: StringMap;
  /** The schema of the objects. `undefined` means that the resource has no schema, and all fields are stored. */
  readonly schema: Schema | undefined;
  /**
   * The columns of `kubectl get` in addition to the name, for a custom resource. If it is undefined, the only column is
   * the age.
   */
  readonly printerColumns: readonly PrinterColumn[] | undefined;
  /** The paths to the numbers of `/scale`. */
  readonly scale: ScalePaths | undefined;
  /** Returns a new object with the values that the strategy adds. */
  readonly onCreate: (object: Json) => Json;
  /** Returns the object of an update. The strategy replaces some values by the values of the old object. */
  readonly onUpdate: (object: Json, existing: Json) => Json;
  /** Returns an object whose deletion begins, with the values that the strategy sets. */
  readonly onDelete: (object: Json) => Json;
  /**
   * Returns the errors in an object, except for its metadata. `existing` is the stored object that the object replaces.
   */
  readonly validate: (object: Json, existing: StoredObject | undefined) => readonly FieldError[];
  /** Returns the warnings that the client gets for a valid object. */
  readonly warnings: (object: Json) => readonly string[];
  /** Converts a stored object to this version. A request to another version may have stored the object. */
  readonly read: (stored: StoredObject) => StoredObject;
  /** Converts an object of this version to the format in which it is stored. */
  readonly toStorage: (object: Json) => Json;
  /** The warning that every client of this version gets. */
  readonly deprecation: string | undefined;
  /** Returns why clients cannot create objects now; `undefined` if they can create objects. */
  readonly refusesNew: () => string | undefined;
  /** Returns the finalizers that prevent the removal of an object. A namespace also has finalizers in its spec. */
  readonly finalizersOf: (object: Json) => readonly string[];
  /** Whether a new object keeps the status that the client has sent. True for nodes only. */
  readonly statusOnCreate: boolean;
  /** Whether a PUT creates a missing object. */
  readonly createOnUpdate: boolean;
  /** Whether a new object without a name gets a uid as its name. */
  readonly namedByUid: boolean;
  /** Whether a PUT without a resourceVersion may replace the object. */
  readonly unconditionalUpdate: boolean;
  /** Whether DELETE returns the deleted object. If false, DELETE returns a `Status` (P135). */
  readonly deleteReturnsObject: boolean;
  /**
   * Returns the grace period in seconds. Only kinds with graceful deletion (pods) have this function. `asked` is the
   * grace period in the request of the client.
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

/** The known facts about a built-in type. Only the definition is required. */
export type BuiltIn = ResourceDefinition & Partial<Resource>;

/**
 * Returns a resource with all defaults. If the definition does not contain a value, the default is the value of a
 * custom resource.
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

/** Returns the subresources `status` and `scale`, if the definition contains them. */
function subresourcesOf({ kind, status = false, scale }: BuiltIn): readonly Subresource[] {
  const verbs = ['get', 'patch', 'update'];
  return [
    ...(status ? [{ name: 'status', kind, verbs }] : []),
    ...(scale === undefined
      ? []
      : [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs }]),
  ];
}

/** Returns the finalizers in the metadata of an object. */
export function finalizersOf({ metadata }: Json): readonly string[] {
  const { finalizers = [] } = isRecord(metadata) ? metadata : {};
  return finalizers as readonly string[];
}

/** Returns the names in a path. The names are separated by dots. The path may begin with a dot, as in CRDs. */
export function namesIn(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.');
}

/** Returns a function that reads the value at a path. The names in the path are separated by dots. */
export function at(path: string): (object: Json) => unknown {
  const names = namesIn(path);
  return (object) =>
    names.reduce<unknown>((value, name) => (isRecord(value) ? own(value, name) : undefined), object);
}
