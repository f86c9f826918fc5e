import type { Schema as JsonSchema } from '@cfworker/json-schema';
import { sizeOf } from '../json-size.ts';
import { formatOf } from './formats.ts';
import { bounded } from './bounded.ts';
import { PatternTable } from './pattern-table.ts';
import type { Schema } from './schema.ts';

/** A schema that was translated to JSON schema, draft 4. */
export interface Compiled {
  readonly schema: JsonSchema;
  readonly patterns: PatternTable;
  /** The number of values in the translated schema. Keywords and the values of keywords count. */
  readonly size: number;
}

/**
 * Translates a schema to JSON schema. The function also translates what JSON schema does not have: `nullable`,
 * `x-kubernetes-int-or-string`, Go's patterns, and formats. Each schema is translated once, and the result is cached. A
 * recursive schema cannot be translated, so the schemas of built-in kinds cannot be translated.
 */
export function compiled(schema: Schema): Compiled {
  const found = made.get(schema);
  if (found !== undefined) return found;
  const patterns = new PatternTable();
  const translate = (): JsonSchema => translated(schema, patterns);
  // Only a schema with a pattern is translated with a time limit, because the time limit costs more than the
  // translation of a small schema. A definition may have thousands of small schemas with a default.
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

/** Removes the translated schema from the cache, so that the next validation translates the schema again. */
export function discardCompiled(schema: Schema): void {
  made.delete(schema);
}

/**
 * A keyword of this project, which the validator ignores. The value of the keyword is the format that the other
 * keywords of the schema express.
 */
export const reason = 'x-reason';

/**
 * A keyword of this project, which the validator ignores. The value of the keyword is the original pattern of the
 * schema.
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

/** Returns the keywords that have the same meaning in JSON schema. */
function plainly(schema: Schema): Readonly<Record<string, unknown>> {
  const { required, minProperties, maxProperties, minItems, maxItems, minLength, maxLength } = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const ofObjects = { required, minProperties, maxProperties };
  const ofNumbers = { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf };
  const all = { ...ofObjects, ...ofNumbers, minItems, maxItems, minLength, maxLength };
  return { ...all, enum: schema.enum && withoutJson(schema.enum) };
}

/**
 * Returns a copy of the values whose JSON text is empty. The validator writes the JSON of the values into each of its
 * messages, but the server does not use the messages.
 */
function withoutJson(words: readonly unknown[]): readonly unknown[] {
  return Object.assign([...words], { toJSON: () => '' });
}

/**
 * Returns a separate condition for the format. So the errors of the format can be distinguished from the errors of the
 * pattern and the limits of the schema.
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
