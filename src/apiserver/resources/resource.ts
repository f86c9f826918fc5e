import { isRecord, type StringMap } from '../../objects/index.ts';
import { type Json, own, type StoredObject } from '../json.ts';
import type { Schema } from '../schema/schema.ts';
import type { FieldError } from '../status/invalid.ts';
import type { Subresource } from './generated-kind.ts';
import type { PrinterColumn, ResourceDefinition, ScalePaths } from './resource-definition.ts';

/** A definition with every default filled in, and the strategy of its kind (the real server's `strategy.go`). */
export interface Resource extends Required<Pick<ResourceDefinition, Described>> {
  /** `apps/v1`, or `v1`. */
  readonly apiVersion: string;
  /** `deployments.apps`: the collection in storage, whatever the version. */
  readonly id: string;
  /** What can be done with it: `create`, `delete`, `deletecollection`, `get`, `list`, `patch`, `update`, `watch`. */
  readonly verbs: readonly string[];
  /** What is below an object, as discovery tells it; `status` and `scale` are served, others where a handler knows them. */
  readonly subresources: readonly Subresource[];
  /** `WidgetList`. */
  readonly listKind: string;
  /** One of the real server's own types; their lists and bodies are treated differently from custom ones. */
  readonly builtIn: boolean;
  /** Whether `metadata.generation` counts changes outside metadata and status. */
  readonly generation: boolean;
  /** The value of a selectable field; `undefined` counts as the empty string. */
  readonly fields: Readonly<Record<string, (object: Json) => unknown>>;
  /** Labels of a field selector that stand for another: `spec.host` for `spec.nodeName`. */
  readonly fieldAliases: StringMap;
  /** The shape of its objects; `undefined`: nothing is known of it, and everything is kept. */
  readonly schema: Schema | undefined;
  /** What `kubectl get` shows besides the name, for a custom resource; without: its age. */
  readonly printerColumns: readonly PrinterColumn[] | undefined;
  /** Where `/scale` finds its numbers. */
  readonly scale: ScalePaths | undefined;
  /** What the strategy adds to a new object. */
  readonly onCreate: (object: Json) => Json;
  /** What the strategy keeps of the old object when a client writes a new one. */
  readonly onUpdate: (object: Json, existing: Json) => Json;
  /** What the strategy adds to an object whose deletion begins. */
  readonly onDelete: (object: Json) => Json;
  /** What is wrong with an object beyond its metadata; `existing` is what it is to replace. */
  readonly validate: (object: Json, existing: StoredObject | undefined) => readonly FieldError[];
  /** What its author is to be told of an object that is good all the same. */
  readonly warnings: (object: Json) => readonly string[];
  /** An object from storage as this version shows it; it may have been stored by another. */
  readonly read: (stored: StoredObject) => StoredObject;
  /** An object of this version as it is stored. */
  readonly toStorage: (object: Json) => Json;
  /** What everybody is told who uses this version. */
  readonly deprecation: string | undefined;
  /** Why no object may be created now. */
  readonly refusesNew: () => string | undefined;
  /** Names of those that must let go before it is removed; a namespace has more of them than others. */
  readonly finalizersOf: (object: Json) => readonly string[];
  /** Nodes alone may bring their status along when they are created. */
  readonly statusOnCreate: boolean;
  /** A PUT to a missing object creates it. */
  readonly createOnUpdate: boolean;
  /** A new object without a name gets a uid for one. */
  readonly namedByUid: boolean;
  /** A PUT without resourceVersion overwrites. */
  readonly unconditionalUpdate: boolean;
  /** DELETE answers with the object, not with a `Status` (P135). */
  readonly deleteReturnsObject: boolean;
  /** Seconds that an object is given to end, for those that are ended gracefully (pods); `asked` is the client's wish. */
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

/** What the table of built-in types says about one. */
export type BuiltIn = ResourceDefinition & Partial<Resource>;

/** Fills in the defaults; those of a custom resource where the table says nothing. */
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

/** Those that follow from what is said of it. */
function subresourcesOf({ kind, status = false, scale }: BuiltIn): readonly Subresource[] {
  const verbs = ['get', 'patch', 'update'];
  return [
    ...(status ? [{ name: 'status', kind, verbs }] : []),
    ...(scale === undefined
      ? []
      : [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs }]),
  ];
}

/** Those in the metadata. */
export function finalizersOf({ metadata }: Json): readonly string[] {
  const { finalizers = [] } = isRecord(metadata) ? metadata : {};
  return finalizers as readonly string[];
}

/** The names in a dotted path; a dot in front of it, as CRDs write it, is allowed. */
export function namesIn(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.');
}

/** Reads a dotted path. */
export function at(path: string): (object: Json) => unknown {
  const names = namesIn(path);
  return (object) =>
    names.reduce<unknown>((value, name) => (isRecord(value) ? own(value, name) : undefined), object);
}
