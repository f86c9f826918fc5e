import type { Schema as JsonSchema } from '@cfworker/json-schema';
import { sizeOf } from '../json-size.ts';
import { formatOf } from './formats.ts';
import { bounded } from './bounded.ts';
import { PatternTable } from './pattern-table.ts';
import type { Schema } from './schema.ts';

/** A CRD schema that was translated to JSON schema (draft 4). */
export interface Compiled {
  readonly schema: JsonSchema;
  readonly patterns: PatternTable;
  /** The number of JSON values in the schema, including the keywords and their values. */
  readonly size: number;
}

/**
 * Translates a CRD schema to JSON schema. The translation expresses `nullable`, `x-kubernetes-int-or-string`, Go's
 * patterns and formats with keywords of JSON schema. The result is cached. The schema of a built-in kind cannot be
 * translated, because it may be recursive.
 */
export function compiled(schema: Schema): Compiled {
  const found = made.get(schema);
  if (found !== undefined) return found;
  const patterns = new PatternTable();
  const translate = (): JsonSchema => translated(schema, patterns);
  // The time limit costs more than the translation of a small schema, and a CRD may have thousands of small schemas
  // with a default. So only the translation of a schema with a pattern has a time limit.
  const done = {
    schema: hasPattern(schema) ? bounded(translate) : translate(),
    patterns,
    size: sizeOf(schema).values,
  };
  made.set(schema, done);
  return done;
}

function hasPattern({
  pattern,
  properties = {},
  additionalProperties,
  items,
  allOf = [],
  anyOf = [],
  oneOf = [],
  not,
}: Schema): boolean {
  if (pattern !== undefined) return true;
  const inner = [
    ...Object.values(properties),
    additionalProperties,
    items,
    ...allOf,
    ...anyOf,
    ...oneOf,
    not,
  ];
  return inner.some((one) => typeof one === 'object' && hasPattern(one));
}

const made = new WeakMap<Schema, Compiled>();

/** Removes a translated schema from the cache, so that the next validation translates the CRD schema again. */
export function discardCompiled(schema: Schema): void {
  made.delete(schema);
}

/**
 * A keyword that this project adds to a translated schema. The value of the keyword is the `format` of the CRD schema.
 * Other keywords of the translated schema express the format. The validator ignores the keyword.
 */
export const reason = 'x-reason';

/**
 * A keyword that this project adds to a translated schema. The value of the keyword is the original `pattern`. The
 * validator ignores the keyword.
 */
export const asGiven = 'x-pattern';

function translated(schema: Schema, patterns: PatternTable): JsonSchema {
  const { properties, additionalProperties, items, allOf, anyOf, oneOf, not, pattern } = schema;
  const each = (all: readonly Schema[]): JsonSchema[] => all.map((one) => translated(one, patterns));
  const members = Object.entries(properties ?? {}).map(
    ([name, property]) => [name, translated(property, patterns)] as const,
  );
  return present({
    ...typesOf(schema),
    ...plainly(schema),
    format: pattern === undefined ? undefined : patterns.add(pattern),
    [asGiven]: pattern,
    properties: properties && Object.fromEntries(members),
    additionalProperties:
      typeof additionalProperties === 'object'
        ? translated(additionalProperties, patterns)
        : additionalProperties,
    items: items && translated(items, patterns),
    allOf: allOf && each(allOf),
    anyOf: anyOf && each(anyOf),
    oneOf: oneOf && each(oneOf),
    not: not && translated(not, patterns),
    ...ofFormat(schema, patterns),
  });
}

function typesOf(schema: Schema): JsonSchema {
  const given = schema['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : [schema.type ?? ''];
  const types = given.filter((type) => type !== '') as Extract<JsonSchema['type'], readonly unknown[]>;
  if (types.length === 0) return {};
  return { type: schema.nullable === true ? [...types, 'null'] : types };
}

/** Returns the keywords that have the same meaning in a CRD schema and in JSON schema. */
function plainly(schema: Schema): Readonly<Record<string, unknown>> {
  const { required, minProperties, maxProperties, minItems, maxItems, minLength, maxLength } = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const ofObjects = { required, minProperties, maxProperties };
  const ofNumbers = { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf };
  const all = { ...ofObjects, ...ofNumbers, minItems, maxItems, minLength, maxLength };
  return { ...all, enum: schema.enum && withoutJson(schema.enum) };
}

/**
 * Returns a copy of an `enum` array with a `toJSON` method that returns an empty text. Without `toJSON`, the validator
 * would write the JSON of all allowed values into each error message, but the server does not use the messages of the
 * validator.
 */
function withoutJson(words: readonly unknown[]): readonly unknown[] {
  return Object.assign([...words], { toJSON: () => '' });
}

/**
 * Translates `format` to a separate condition in the JSON schema. So an error of the format can be distinguished from
 * an error of the pattern or the limits.
 */
function ofFormat({ type, format }: Schema, patterns: PatternTable): JsonSchema {
  if (format === undefined) return {};
  const limit = ranges[format];
  if (type === 'integer' || type === 'number') {
    if (limit === undefined) return {};
    const range = { minimum: -limit, maximum: limit - (type === 'integer' ? 1 : 0) };
    return { if: {}, then: { ...range, [reason]: `${type} with format ${format}` } };
  }
  const found = type === 'string' ? formatOf(format) : undefined;
  if (found === undefined) return {};
  if ('format' in found) return { if: {}, then: { ...found, [reason]: format } };
  const { maxLength = Infinity } = found;
  const then = { format: patterns.add(found.pattern), [reason]: format };
  return { if: { maxLength }, then, else: { enum: [], [reason]: format } };
}

const ranges: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 63, float: 3.402_823_5e38 };

function present(schema: Readonly<Record<string, unknown>>): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
