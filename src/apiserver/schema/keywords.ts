import { isRecord } from '../../objects/index.ts';

interface Keyword {
  readonly allowed: string;
  readonly test: (value: unknown) => boolean;
}

const text: Keyword = { allowed: 'a string', test: (value) => typeof value === 'string' };
const flag: Keyword = { allowed: 'a boolean', test: (value) => typeof value === 'boolean' };
const number: Keyword = { allowed: 'a number', test: (value) => typeof value === 'number' };
const count: Keyword = { allowed: 'an integer', test: Number.isInteger };
const texts: Keyword = {
  allowed: 'a list of strings',
  test: (value) => Array.isArray(value) && value.every(text.test),
};
const schema: Keyword = { allowed: 'a schema', test: isRecord };
const schemas: Keyword = {
  allowed: 'a list of schemas',
  test: (value) => Array.isArray(value) && value.every(isRecord),
};
const list: Keyword = { allowed: 'a list', test: Array.isArray };
const anything: Keyword = { allowed: 'anything', test: () => true };

/**
 * The keywords that a CRD schema may contain, and the type of each keyword. A keyword of the type `anything` has no
 * check in this table, because the code that reads the keyword checks the value.
 */
export const keywords: Readonly<Record<string, Keyword>> = {
  $ref: text,
  $schema: text,
  id: text,
  type: text,
  format: text,
  title: text,
  description: text,
  default: anything,
  example: anything,
  externalDocs: anything,
  enum: list,
  nullable: flag,
  properties: {
    allowed: 'schemas by name',
    test: (value) => isRecord(value) && Object.values(value).every(isRecord),
  },
  additionalProperties: {
    allowed: 'a schema or a boolean',
    test: (value) => flag.test(value) || isRecord(value),
  },
  patternProperties: anything,
  additionalItems: anything,
  dependencies: anything,
  definitions: anything,
  required: texts,
  minProperties: count,
  maxProperties: count,
  items: { allowed: 'a schema', test: (value) => isRecord(value) || Array.isArray(value) },
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minLength: count,
  maxLength: count,
  pattern: text,
  minimum: number,
  maximum: number,
  exclusiveMinimum: flag,
  exclusiveMaximum: flag,
  multipleOf: number,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  'x-kubernetes-preserve-unknown-fields': flag,
  'x-kubernetes-embedded-resource': flag,
  'x-kubernetes-int-or-string': flag,
  'x-kubernetes-list-type': text,
  'x-kubernetes-list-map-keys': texts,
  'x-kubernetes-map-type': text,
  'x-kubernetes-validations': schemas,
};
