import { isRecord } from '../../../objects/index.ts';
import { CommandError } from '../../command-error.ts';

/** The parts of a structural schema that decide the TypeScript type of a value. */
export interface Schema {
  /** If absent, the value can be any JSON value, or a number or a string. */
  readonly type?: SchemaType;
  readonly description: string;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** The schema of the values of a map. True for a map whose values can be any JSON value. */
  readonly additionalProperties?: Schema | true;
  readonly items?: Schema;
  readonly enumeration?: readonly unknown[];
  readonly nullable: boolean;
  /** The default as JSON; `undefined` if the schema has no default. */
  readonly default: unknown;
  /** `x-kubernetes-int-or-string` */
  readonly intOrString: boolean;
  /** `x-kubernetes-preserve-unknown-fields` */
  readonly preservesUnknown: boolean;
  /** `x-kubernetes-embedded-resource` */
  readonly embedded: boolean;
  /**
   * The name of a type that the generated file declares or imports. The name replaces all other parts. A structural
   * schema has no references, but the OpenAPI document of the server has references.
   */
  readonly reference?: string;
}

/** The schema of a text without a description. */
export const textSchema: Schema = {
  type: 'string',
  description: '',
  properties: new Map(),
  required: new Set(),
  nullable: false,
  default: undefined,
  intOrString: false,
  preservesUnknown: false,
  embedded: false,
};

const schemaTypes = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const;
type SchemaType = (typeof schemaTypes)[number];

/**
 * Checks a structural schema, and returns its parts.
 *
 * @param where - the file, the definition and the path of the schema, for error messages
 * @throws CommandError for a `$ref`, a value without a type, and a part of a wrong JSON type
 */
export function schemaOf(where: string, given: unknown): Schema {
  if (!isRecord(given)) throw new CommandError(`${where} is ${shown(given)}, and a schema is an object`);
  if (given['$ref'] !== undefined) throw reference(where, given['$ref']);

  const type = given['type'];
  const intOrString = given['x-kubernetes-int-or-string'] === true;
  const preservesUnknown = given['x-kubernetes-preserve-unknown-fields'] === true;
  if (type === undefined ? !intOrString && !preservesUnknown : !isSchemaType(type)) {
    throw wrongType(where, type);
  }
  const enumeration = listIn(where, given, 'enum');
  const { items, additionalProperties } = given;
  const description = given['description'];
  return {
    ...(isSchemaType(type) ? { type } : {}),
    description: typeof description === 'string' ? description : '',
    properties: propertiesOf(where, given['properties']),
    required: new Set(listIn(where, given, 'required')?.filter((name) => typeof name === 'string')),
    ...(additionalProperties === true ? { additionalProperties } : {}),
    ...(isRecord(additionalProperties)
      ? { additionalProperties: schemaOf(`${where}.additionalProperties`, additionalProperties) }
      : {}),
    ...(isPresent(items) ? { items: schemaOf(`${where}.items`, items) } : {}),
    ...(enumeration === undefined ? {} : { enumeration }),
    nullable: given['nullable'] === true,
    default: given['default'],
    intOrString,
    preservesUnknown,
    embedded: given['x-kubernetes-embedded-resource'] === true,
  };
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
const isSchemaType = (type: unknown): type is SchemaType =>
  (schemaTypes as readonly unknown[]).includes(type);

function propertiesOf(where: string, given: unknown): ReadonlyMap<string, Schema> {
  if (!isPresent(given)) return new Map();
  if (!isRecord(given)) {
    throw new CommandError(`${where}.properties is ${shown(given)}, and has to be an object`);
  }
  return new Map(
    Object.entries(given).map(([name, schema]) => [name, schemaOf(`${where}.properties.${name}`, schema)]),
  );
}

function listIn(
  where: string,
  given: Readonly<Record<string, unknown>>,
  member: string,
): readonly unknown[] | undefined {
  const list = given[member];
  if (!isPresent(list)) return undefined;
  if (!Array.isArray(list)) {
    throw new CommandError(`${where}.${member} is ${shown(list)}, and has to be a list`);
  }
  return list as readonly unknown[];
}

const reference = (where: string, target: unknown): CommandError =>
  new CommandError(`${where} has the $ref ${shown(target)}, and a structural schema has no $ref`, {
    hints: [
      'The API server refuses this definition too.',
      'Put the schema itself in the place of the $ref. Where the schema is recursive, use x-kubernetes-preserve-unknown-fields.',
    ],
  });

const wrongType = (where: string, type: unknown): CommandError =>
  new CommandError(
    type === undefined
      ? `${where} has no type, and each part of a structural schema has a type`
      : `${where} has the type ${shown(type)}; allowed: ${schemaTypes.join(', ')}`,
    {
      hints: [
        'The API server refuses this definition too.',
        'Add the type, x-kubernetes-int-or-string: true or x-kubernetes-preserve-unknown-fields: true.',
      ],
    },
  );

/** Formats a value of a definition for an error message. */
export function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}
