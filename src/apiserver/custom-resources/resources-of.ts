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
 * Objects as the versions of definitions show them, those that were read lately. All definitions of a server share one, because
 * each of a hundred versions may show each object in its own way.
 */
export class ShownObjects {
  readonly #shown: RecentValues<StoredObject, StoredObject>;
  /** What was shown: it is shown as it is. */
  readonly #made = new WeakMap<StoredObject, object>();

  /** @param size - bytes that the objects may take beside those that are stored */
  constructor(size: number = mostShown) {
    this.#shown = new RecentValues<StoredObject, StoredObject>(size, heapBytesBeside);
  }

  /**
   * An object as a version shows it: frozen, and the same object for the next call, as a rule.
   *
   * @param version - stands for the version, and is the same object each time
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
const mostShown = 134_217_728;

/**
 * What a definition has the server serve: one resource for each version that is served, all over the same objects.
 *
 * @param current - gives the definition as it is now, without which nothing new may be created
 * @param shown - keeps objects as the versions show them
 */
export function resourcesOf(
  definition: Definition,
  current: () => Definition | undefined,
  shown: ShownObjects,
): readonly Resource[] {
  if (!isTrue(definition, 'Established')) return [];
  // A client may write the condition while another resource has the kind.
  if (definition.status.acceptedNames.kind === '') return [];
  const { versions } = definition.spec;
  const stored = versions.find(({ storage }) => storage);
  if (stored === undefined) return [];
  const better = betterVersion(definition);
  return versions
    .filter(({ served }) => served)
    .map((version) => resourceFor({ definition, version, stored, better, current, shown }));
}

/** The resource that its objects are stored as, whether that version is served or not. */
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
    // Never what the status says, which a client may write: its objects are found by it.
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
 * Objects are stored in one version: what its schema does not know is lost, what it fills in is filled in. Another
 * version shows them under its own apiVersion, without what it does not know; its defaults are for what is written by it.
 */
function conversions(
  { definition, version, stored, shown }: Facts,
  schema: Schema,
): Pick<Resource, 'read' | 'toStorage'> {
  const storedSchema = schemaOf(stored);
  const pruned = (object: Json): Json => prune(storedSchema, typed(object, stored)).object;
  // The server itself writes objects that the definition has made too large. What clients write has been bounded before.
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
  const told = `${group}/${version.name} ${names.kind} is deprecated`;
  return better !== undefined && byVersion(better, version.name) < 0
    ? `${told}; use ${group}/${better} ${names.kind}`
    : told;
}

function betterVersion({ spec: { versions } }: Definition): string | undefined {
  const [best] = versions
    .filter(({ served, deprecated }) => served && deprecated !== true)
    .map(({ name }) => name)
    .sort(byVersion);
  return best;
}

/** What of a definition its resources are made of: others are served only if that has changed. */
export function sourceOf(definition: Definition): Json {
  const { spec, status } = definition;
  return {
    ...omit(spec, 'conversion'),
    names: status.acceptedNames,
    established: isTrue(definition, 'Established'),
  };
}
