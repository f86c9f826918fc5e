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
 * A cache of custom resources that the server has converted to another version. All CRDs of a server share one cache.
 * One shared size limit is necessary, because a CRD can have a hundred versions, and the cache may contain an object in
 * each version.
 */
export class ShownObjects {
  readonly #shown: RecentValues<StoredObject, StoredObject>;
  /**
   * The converted objects, each with its API version. If the caller passes an object that is already converted to the
   * requested version, the cache returns the object without a second conversion.
   */
  readonly #made = new WeakMap<StoredObject, object>();

  /** @param size - the maximum number of bytes that the converted objects take in addition to the stored objects */
  constructor(size: number = maxShown) {
    this.#shown = new RecentValues<StoredObject, StoredObject>(size, heapBytesBeside);
  }

  /**
   * Returns an object in a version. The object is frozen. Usually, the next call returns the same object.
   *
   * @param version - an object that identifies the version; each call for one version has to pass the same object
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

/** The maximum size of the cache in bytes: 128 MiB. */
const maxShown = 134_217_728;

/**
 * Returns the resources that a CRD defines. Each served version is one resource. All versions have the same stored
 * objects.
 *
 * @param current - returns the current state of the CRD; the server refuses creates while the CRD is terminating
 * @param shown - the cache of converted objects
 */
export function resourcesOf(
  definition: Definition,
  current: () => Definition | undefined,
  shown: ShownObjects,
): readonly Resource[] {
  if (!isTrue(definition, 'Established')) return [];
  // An empty accepted kind means that another resource has the kind. The condition `Established` does not exclude this
  // case, because a client can write the condition.
  if (definition.status.acceptedNames.kind === '') return [];
  const { versions } = definition.spec;
  const stored = versions.find(({ storage }) => storage);
  if (stored === undefined) return [];
  const better = betterVersion(definition);
  return versions
    .filter(({ served }) => served)
    .map((version) => resourceFor({ definition, version, stored, better, current, shown }));
}

/** Returns the resource in the storage version, even if the server does not serve the storage version. */
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
  /** The version to which a deprecation warning points: the best served version that is not deprecated. */
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
    // The server finds the objects by the plural. A client can write a different plural in the status, so the plural
    // comes from the spec.
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
 * Converts objects between the storage version and a requested version. A stored object has the defaults of the storage
 * version, and only the fields in the schema of the storage version. An object in a requested version has the
 * apiVersion of the requested version, and only the fields in the schema of the requested version. The defaults of the
 * requested version apply only to objects that a client writes in the requested version.
 */
function conversions(
  { definition, version, stored, shown }: Facts,
  schema: Schema,
): Pick<Resource, 'read' | 'toStorage'> {
  const storedSchema = schemaOf(stored);
  const pruned = (object: Json): Json => prune(storedSchema, typed(object, stored)).object;
  // If the defaults would make an object too large, the object stays without the defaults. An error is not possible
  // here, because the server also converts objects that it writes itself. The server checks the size of an object from
  // a client before the conversion.
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
 * Returns the parts of a CRD that determine its resources. The server replaces the resources only if the returned parts
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
