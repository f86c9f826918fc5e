import { freeze } from 'immer';
import { type Json, omit, type StoredObject } from '../json.ts';
import { RecentValues } from '../recent-values.ts';
import { type Resource, resourceOf } from '../resources/resource.ts';
import { byVersion } from '../resources/catalog-order.ts';
import type { ScalePaths } from '../resources/resource-definition.ts';
import { applyDefaultsToStored } from '../schema/apply-defaults.ts';
import { prune } from '../schema/prune.ts';
import type { Schema } from '../schema/schema.ts';
import { heapBytesBeside } from '../storage/heap-bytes.ts';
import { type Definition, type DefinitionVersion, isTrue } from './definition.ts';
import { instanceErrors } from './instance-errors.ts';
import { instanceWarnings } from './instance-warnings.ts';

/**
 * A cache of objects in the form of the versions of their definitions. All definitions of a server share one cache,
 * because a definition may have a hundred versions, each with its own form of each object.
 */
export class ShownObjects {
  readonly #shown: RecentValues<StoredObject, StoredObject>;
  /** The objects that were made for a version: the cache returns them as they are. */
  readonly #made = new WeakMap<StoredObject, object>();

  /** @param size - bytes that the objects may take in addition to the stored objects */
  constructor(size: number = maxShown) {
    this.#shown = new RecentValues<StoredObject, StoredObject>(size, heapBytesBeside);
  }

  /**
   * Returns an object in the form of a version. The object is frozen, and usually the same one at the next call.
   *
   * @param version - identifies the version; must be the same object at each call
   */
  of(version: object, object: StoredObject, read: (object: StoredObject) => Json): StoredObject {
    if (this.#made.get(object) === version) return object;
    return this.#shown.of(version, object, () => {
      const made = freeze(read(object), true) as unknown as StoredObject;
      this.#made.set(made, version);
      return made;
    });
  }
}

/** 128 MiB. */
const maxShown = 134_217_728;

/**
 * Returns the resources that a definition defines: one for each served version, all with the same stored objects.
 *
 * @param current - returns the present state of the definition; a create is refused while it is terminating
 * @param shown - the cache of objects in the form of the versions
 */
export function resourcesOf(
  definition: Definition,
  current: () => Definition | undefined,
  shown: ShownObjects,
): readonly Resource[] {
  if (!isTrue(definition, 'Established')) return [];
  // A client may set the condition although another resource has the kind.
  if (definition.status.acceptedNames.kind === '') return [];
  const { versions } = definition.spec;
  const stored = versions.find(({ storage }) => storage);
  if (stored === undefined) return [];
  const better = betterVersion(definition);
  return versions
    .filter(({ served }) => served)
    .map((version) => resourceFor({ definition, version, stored, better, current, shown }));
}

/** Returns the resource in the storage version, whether that version is served or not. */
export function storedResourceOf(definition: Definition, shown: ShownObjects): Resource {
  const stored = definition.spec.versions.find(({ storage }) => storage) ?? unknownVersion;
  const better = betterVersion(definition);
  return resourceFor({ definition, version: stored, stored, better, current: () => definition, shown });
}

const unknownVersion: DefinitionVersion = { name: '', served: false, storage: true };

interface Facts {
  readonly definition: Definition;
  readonly version: DefinitionVersion;
  readonly stored: DefinitionVersion;
  /** The best of the versions that are served and not deprecated. */
  readonly better: string | undefined;
  readonly current: () => Definition | undefined;
  readonly shown: ShownObjects;
}

function resourceFor(facts: Facts): Resource {
  const { definition, version, current } = facts;
  const { spec, status } = definition;
  const { kind, singular, listKind, shortNames = [], categories = [] } = status.acceptedNames;
  const { subresources = {}, additionalPrinterColumns, selectableFields = [] } = version;
  const schema = schemaOf(version);
  return resourceOf({
    group: spec.group,
    version: version.name,
    // Never the plural in the status, which a client may write: the server finds the objects by the plural.
    resource: spec.names.plural,
    kind: kind ?? spec.names.kind,
    ...(singular === undefined ? {} : { singular }),
    ...(listKind === undefined ? {} : { listKind }),
    shortNames,
    categories,
    namespaced: spec.scope === 'Namespaced',
    status: subresources.status !== undefined,
    ...(subresources.scale === undefined ? {} : { scale: undotted(subresources.scale) }),
    ...(additionalPrinterColumns === undefined ? {} : { printerColumns: additionalPrinterColumns }),
    selectableFields: selectableFields.map(({ jsonPath }) => jsonPath.replace(/^\./, '')),
    verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
    schema,
    validate: (object, existing) => instanceErrors(schema, object, existing),
    warnings: instanceWarnings,
    deprecation: deprecationOf(facts),
    refusesNew: () => {
      const now = current();
      return now !== undefined && isTrue(now, 'Terminating')
        ? 'create not allowed while custom resource definition is terminating'
        : undefined;
    },
    ...conversions(facts, schema),
  });
}

const schemaOf = ({ schema }: DefinitionVersion): Schema => schema?.openAPIV3Schema ?? { type: 'object' };

const undotted = ({ specReplicasPath, statusReplicasPath, labelSelectorPath }: ScalePaths): ScalePaths => ({
  specReplicasPath,
  statusReplicasPath,
  ...(labelSelectorPath === undefined || labelSelectorPath === '' ? {} : { labelSelectorPath }),
});

/**
 * Converts objects between their stored form and a version. Objects are stored in one version: without the fields that
 * its schema does not know, and with its defaults. Another version shows the objects under its own apiVersion, without
 * the fields that its schema does not know. The defaults of that version apply only to objects that are written in it.
 */
function conversions(
  { definition, version, stored, shown }: Facts,
  schema: Schema,
): Pick<Resource, 'read' | 'toStorage'> {
  const storedSchema = schemaOf(stored);
  const pruned = (object: Json): Json => prune(storedSchema, typed(object, stored)).object;
  // An object that the defaults would make too large stays as it is, because the server itself writes such objects too.
  // The size of the objects that clients write is checked before.
  const toStorage = (object: Json): Json => applyDefaultsToStored(storedSchema, pruned(object));
  const read = (object: StoredObject): Json => {
    const whole = toStorage(object);
    return version === stored ? whole : prune(schema, typed(whole, version)).object;
  };
  const typed = (object: Json, { name }: DefinitionVersion): Json => {
    const apiVersion = `${definition.spec.group}/${name}`;
    return object['apiVersion'] === apiVersion ? object : { ...object, apiVersion };
  };
  const key = {};
  return { toStorage, read: (object) => shown.of(key, object, read) };
}

function deprecationOf({ definition, version, better }: Facts): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const { group, names } = definition.spec;
  const warning = `${group}/${version.name} ${names.kind} is deprecated`;
  return better !== undefined && byVersion(better, version.name) < 0
    ? `${warning}; use ${group}/${better} ${names.kind}`
    : warning;
}

function betterVersion({ spec: { versions } }: Definition): string | undefined {
  const [best] = versions
    .filter(({ served, deprecated }) => served && deprecated !== true)
    .map(({ name }) => name)
    .sort(byVersion);
  return best;
}

/**
 * Returns the parts of a definition that determine its resources. The resources are replaced only if these parts
 * change.
 */
export function sourceOf(definition: Definition): Json {
  const { spec, status } = definition;
  return {
    ...omit(spec, 'conversion'),
    names: status.acceptedNames,
    established: isTrue(definition, 'Established'),
  };
}
