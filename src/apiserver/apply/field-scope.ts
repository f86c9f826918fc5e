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

/**
 * Describes one write for the computation of managed fields: the API version, the kind, the subresource and the time.
 */
export interface FieldScope {
  readonly apiVersion: string;
  readonly kind: string;
  /** The name of the subresource. The text is empty for a write of the object itself. */
  readonly subresource: string;
  readonly versions: Versions;
  /** An object of this kind that has no content. */
  readonly empty: Json;
  /** `true` if the schema never changes. If the schema never changes, every stored object fits the schema. */
  readonly isSchemaFixed: boolean;
  readonly now: string;
}

/** Creates the {@link FieldScope} of a write. */
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
      // In a version other than the version of the write, the fields may have other names. The server does not know the
      // other names, so the server resets no fields.
      resetFields: (given) => (given === apiVersion ? resetFieldsOf(resource, subresource) : noFields),
    },
    get empty() {
      return emptyOf(resource); // a getter, because only the first write of an object needs the empty object
    },
    isSchemaFixed: resource.builtIn,
    now: timestamp(world.now()),
  };
}

function partsOf(apiVersion: string): [string, string] {
  const [group = '', version] = apiVersion.split('/', 2);
  return version === undefined ? ['', group] : [group, version];
}

/**
 * Returns an object without content. As in Go, the structs inside a built-in type are always present, and required
 * lists are `null`.
 */
function emptyOf({ kind, apiVersion, builtIn, schema }: Resource): Json {
  return { ...(builtIn && schema !== undefined ? emptyStruct(schema) : {}), kind, apiVersion };
}

/** Creates the {@link FieldScope} of a write to the Scale of an object. */
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
    isSchemaFixed: true,
    now: timestamp(world.now()),
  };
}
