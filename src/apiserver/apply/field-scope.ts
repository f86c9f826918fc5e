import type { Json } from '../json.ts';
import { timestamp } from '../registry/identity.ts';
import type { RegistryContext } from '../registry/context.ts';
import type { Resource } from '../resources/resource.ts';
import { builtInSchema } from '../schema/built-in-schema.ts';
import { emptyStruct } from '../schema/empty-struct.ts';
import { atomOf } from './machine/atom-of.ts';
import { noFields } from './machine/field-set.ts';
import type { Versions } from './machine/versions.ts';
import { objectAtom } from './object-atom.ts';
import { resetFieldsOf } from './reset-fields.ts';
import { scaleVersion } from './scale-fields.ts';

/** Where fields are owned: in the objects of a resource, through a subresource. */
export interface FieldScope {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  readonly versions: Versions;
  /** An object in which nothing is said. */
  readonly empty: Json;
  /** Whether its schema never changes, so that what is stored fits it. */
  readonly settled: boolean;
  /** The time of the write. */
  readonly now: string;
}

/** The scope of a write. */
export function fieldScope(
  { catalog, world }: Pick<RegistryContext, 'catalog' | 'world'>,
  resource: Resource,
  subresource = '',
): FieldScope {
  const { group, apiVersion, kind } = resource;
  return {
    apiVersion,
    kind,
    subresource,
    versions: {
      atomOf: (given) => {
        if (given === apiVersion) return objectAtom(resource);
        const found = catalog.find(...partsOf(given), resource.resource);
        return found?.group === group ? objectAtom(found) : undefined;
      },
      // In other versions they have other names, which nobody has told.
      resetFields: (given) => (given === apiVersion ? resetFieldsOf(resource, subresource) : noFields),
    },
    get empty() {
      return emptyOf(resource); // asked for by the first write of an object only
    },
    settled: resource.builtIn,
    now: timestamp(world.now()),
  };
}

function partsOf(apiVersion: string): [string, string] {
  const [group = '', version] = apiVersion.split('/', 2);
  return version === undefined ? ['', group] : [group, version];
}

/** The structs inside a built-in type are always there, and lists that must be there are null. */
function emptyOf({ kind, apiVersion, builtIn, schema }: Resource): Json {
  return { ...(builtIn && schema !== undefined ? emptyStruct(schema) : {}), kind, apiVersion };
}

/** The scope of a write to the scale of an object. */
export function scaleFieldScope({ world }: Pick<RegistryContext, 'world'>): FieldScope {
  const schema = builtInSchema(scaleVersion, 'Scale') ?? {};
  return {
    apiVersion: scaleVersion,
    kind: 'Scale',
    subresource: 'scale',
    versions: {
      atomOf: (given) => (given === scaleVersion ? atomOf(schema) : undefined),
      resetFields: () => undefined,
    },
    empty: { ...emptyStruct(schema), kind: 'Scale', apiVersion: scaleVersion },
    settled: true,
    now: timestamp(world.now()),
  };
}
