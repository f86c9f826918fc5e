import { isRecord, type StringMap } from '../../objects/index.ts';
import { type Json, own, type StoredObject } from '../json.ts';
import type { Schema } from '../schema/schema.ts';
import type { FieldError } from '../status/invalid.ts';
import type { Subresource } from './generated-kind.ts';
import type { PrinterColumn, ResourceDefinition, ScalePaths } from './resource-definition.ts';

/** A definition with all defaults filled in, and the strategy of its kind (the real server's `strategy.go`). */
export interface Resource extends Required<Pick<ResourceDefinition, Described>> {
  /** The API version: `apps/v1`, or `v1`. */
  readonly apiVersion: string;
  /** The id of the collection in the storage, the same for all versions: `deployments.apps`. */
  readonly id: string;
  /** The supported verbs: `create`, `delete`, `deletecollection`, `get`, `list`, `patch`, `update`, `watch`. */
  readonly verbs: readonly string[];
  /** The subresources, as discovery lists them. `status` and `scale` are served; the others if they have a handler. */
  readonly subresources: readonly Subresource[];
  /** The kind of a list: `WidgetList`. */
  readonly listKind: string;
  /**
   * Whether it is a built-in type of the real server. Lists and bodies of such a type are treated differently from
   * those of custom resources.
   */
  readonly builtIn: boolean;
  /** Whether `metadata.generation` counts changes outside metadata and status. */
  readonly generation: boolean;
  /** The functions that read the value of a selectable field. `undefined` counts as the empty string. */
  readonly fields: Readonly<Record<string, (object: Json) => unknown>>;
  /** Names in a field selector that stand for another field: `spec.host` for `spec.nodeName`. */
  readonly fieldAliases: StringMap;
  /** The schema of its objects; `undefined`: no schema, so all fields are kept. */
  readonly schema: Schema | undefined;
  /** The columns of `kubectl get` besides the name, for a custom resource. Without them: the age. */
  readonly printerColumns: readonly PrinterColumn[] | undefined;
  /** The paths to the numbers of `/scale`. */
  readonly scale: ScalePaths | undefined;
  /** Returns a new object with the values that the strategy adds. */
  readonly onCreate: (object: Json) => Json;
  /** Returns the object of an update with the values that the strategy keeps from the old object. */
  readonly onUpdate: (object: Json, existing: Json) => Json;
  /** Returns an object whose deletion begins, with the values that the strategy adds. */
  readonly onDelete: (object: Json) => Json;
  /** Returns what is wrong with an object besides its metadata. `existing` is the object that it replaces. */
  readonly validate: (object: Json, existing: StoredObject | undefined) => readonly FieldError[];
  /** Returns the warnings for the client about a valid object. */
  readonly warnings: (object: Json) => readonly string[];
  /** Converts an object from the storage to this version. Another version may have stored it. */
  readonly read: (stored: StoredObject) => StoredObject;
  /** Converts an object of this version to its stored form. */
  readonly toStorage: (object: Json) => Json;
  /** The warning for every client that uses this version. */
  readonly deprecation: string | undefined;
  /** Returns why no object can be created at present; `undefined` if objects can be created. */
  readonly refusesNew: () => string | undefined;
  /** Returns the finalizers that prevent the removal of an object. A namespace also has finalizers in its spec. */
  readonly finalizersOf: (object: Json) => readonly string[];
  /** Whether a new object keeps the status of the client. Only nodes do. */
  readonly statusOnCreate: boolean;
  /** Whether a PUT to a missing object creates the object. */
  readonly createOnUpdate: boolean;
  /** Whether a new object without a name gets a uid as its name. */
  readonly namedByUid: boolean;
  /** Whether a PUT without a resourceVersion overwrites the object. */
  readonly unconditionalUpdate: boolean;
  /** Whether DELETE answers with the object, not with a `Status` (P135). */
  readonly deleteReturnsObject: boolean;
  /**
   * Returns the grace period in seconds, for kinds with graceful deletion (pods). `asked` is the period that the client
   * asks for.
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

/** The known facts about a built-in type. All but the definition are optional. */
export type BuiltIn = ResourceDefinition & Partial<Resource>;

/**
 * Returns a resource with all defaults. They are those of a custom resource, except where the definition contains a
 * value.
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

/** Returns the subresources that follow from the definition. */
function subresourcesOf({ kind, status = false, scale }: BuiltIn): readonly Subresource[] {
  const verbs = ['get', 'patch', 'update'];
  return [
    ...(status ? [{ name: 'status', kind, verbs }] : []),
    ...(scale === undefined
      ? []
      : [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs }]),
  ];
}

/** Returns the finalizers in the metadata. */
export function finalizersOf({ metadata }: Json): readonly string[] {
  const { finalizers = [] } = isRecord(metadata) ? metadata : {};
  return finalizers as readonly string[];
}

/** Returns the names in a dotted path. The path may begin with a dot, as in CRDs. */
export function namesIn(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.');
}

/** Returns a function that reads the value at a dotted path. */
export function at(path: string): (object: Json) => unknown {
  const names = namesIn(path);
  return (object) =>
    names.reduce<unknown>((value, name) => (isRecord(value) ? own(value, name) : undefined), object);
}
