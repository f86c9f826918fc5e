import { describe, expect, it } from '@jest/globals';
import { definitionErrors } from '../../../src/apiserver/custom-resources/definition-errors.ts';
import { definitionWarnings } from '../../../src/apiserver/custom-resources/definition-warnings.ts';
import { newDefinition } from '../../../src/apiserver/custom-resources/prepare-definition.ts';
import { asSent, type Json } from '../../../src/apiserver/json.ts';
import type { FieldError } from '../../../src/apiserver/status/invalid.ts';
import { growthOfCost } from '../../support/growth-of-cost.ts';
import { gadgetDefinition, version } from './gadgets.ts';

const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and " +
  "end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is " +
  "'[a-z]([-a-z0-9]*[a-z0-9])?')";

const text = { type: 'string' };

const prepared = (definition: object): Json => newDefinition(asSent(definition) as Json);

/** Returns the validation errors of a CRD. Each error has the format `field: message`. */
const errors = (definition: object): readonly string[] =>
  definitionErrors(prepared(definition), undefined).map(({ field, message }) => `${field}: ${message}`);

/** Returns the validation errors of a CRD whose version has additional members. */
const ofVersion = (more: object): readonly string[] =>
  errors(gadgetDefinition({ versions: [version({ more })] }));

/**
 * Returns the validation errors of a CRD with the given schema for `spec.x`. In the errors, `…` stands for the path of
 * this schema.
 */
const ofSchema = (schema: object): readonly string[] =>
  errors(gadgetDefinition({ versions: [version({ properties: { x: schema } })] })).map((error) =>
    error.replaceAll('spec.validation.openAPIV3Schema.properties[spec].properties[x]', '…'),
  );

/** Returns the validation errors of a CRD with additional members at the root of its schema. */
const ofRoot = (more: object): readonly string[] =>
  ofVersion({ schema: { openAPIV3Schema: { type: 'object', ...more } } }).map((error) =>
    error.replaceAll('spec.validation.openAPIV3Schema', '…'),
  );

describe('definitionErrors', () => {
  it('should find no errors in a valid definition', () => {
    expect(errors(gadgetDefinition())).toEqual([]);
  });

  it.each<readonly [string, object, ...string[]]>([
    [
      'names',
      { names: { plural: 'Gad_gets', kind: 'a_b' }, group: 'example.com' },
      `spec.names.plural: Invalid value: "Gad_gets": ${label}`,
    ],
    [
      'list kind',
      { names: { plural: 'gadgets', kind: 'A', listKind: 'A' } },
      'spec.names.listKind: Invalid value: "A": kind and listKind may not be the same',
    ],
    [
      'short names',
      { names: { plural: 'gadgets', kind: 'A', shortNames: ['A_b'] } },
      `spec.names.shortNames[0]: Invalid value: "A_b": ${label}`,
    ],
    ['no names', { names: {} }, 'spec.names.plural: Required value', 'spec.names.kind: Required value'],
    ['group', { group: 'd' }, 'spec.group: Invalid value: "d": should be a domain with at least one dot'],
    [
      'protected group',
      { group: 'd.k8s.io' },
      'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
    ],
    ['no scope', { scope: '' }, 'spec.scope: Required value'],
    [
      'scope',
      { scope: 'Foo' },
      'spec.scope: Unsupported value: "Foo": supported values: "Cluster", "Namespaced"',
    ],
    [
      'no versions',
      { versions: [] },
      'spec.versions: Invalid value: []: must have exactly one version marked as storage version',
      'status.storedVersions: Invalid value: null: must have at least one stored version',
    ],
    [
      'preserving',
      { preserveUnknownFields: true },
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ],
    [
      'conversion',
      { conversion: { strategy: 'Foo' } },
      'spec.conversion.strategy: Unsupported value: "Foo": supported values: "None", "Webhook"',
    ],
    [
      'webhook',
      { conversion: { strategy: 'Webhook' } },
      'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
      'spec.conversion.conversionReviewVersions: Required value',
    ],
    [
      'webhook that is not called',
      { conversion: { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } } },
      'spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
    ],
    [
      'webhook over http',
      {
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'http://a.example' }, conversionReviewVersions: ['v9'] },
        },
      },
      'spec.conversion.webhookClientConfig.url: Invalid value: "http": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
      'spec.conversion.conversionReviewVersions: Invalid value: ["v9"]: must include at least one of v1, v1beta1',
    ],
    [
      'webhook of no service',
      { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: {} } } } },
      'spec.conversion.webhookClientConfig.service.name: Required value',
      'spec.conversion.webhookClientConfig.service.namespace: Required value',
    ],
    [
      'webhook at two places',
      {
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a.example', service: {} } },
        },
      },
      'spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required',
    ],
    [
      'empty short name',
      { names: { plural: 'gadgets', kind: 'A', shortNames: [''] } },
      `spec.names.shortNames[0]: Invalid value: "": ${label}`,
    ],
  ])('should answer like the real server for the spec (%s)', (_, more, ...expected) => {
    const all = errors(gadgetDefinition({ more }));

    for (const one of expected) expect(all).toContain(one);
  });

  it('should require one stored version, and each version once', () => {
    const [twice, unnoted] = [
      errors(gadgetDefinition({ versions: [version(), version({ storage: false })] })),
      errors(gadgetDefinition({ versions: [version(), version({ name: 'v2' })] })),
    ];
    expect(twice).toEqual([
      expect.stringMatching(
        /^spec\.versions: Invalid value: \[\{"Name":"v1",.*\]: must contain unique version names$/,
      ),
    ]);
    expect(unnoted).toEqual([
      expect.stringMatching(/: must have exactly one version marked as storage version$/),
      'status.storedVersions: Invalid value: ["v1"]: must have the storage version v2',
    ]);
  });

  it.each<readonly [string, object, ...string[]]>([
    [
      'name',
      { name: 'V_1' },
      `spec.versions[0].name: Invalid value: "V_1": ${label}`,
      `spec.version: Invalid value: "V_1": ${label}`,
    ],
    [
      'empty warning',
      { deprecated: true, deprecationWarning: '' },
      'spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string',
    ],
    [
      'long warning',
      { deprecated: true, deprecationWarning: 'x'.repeat(257) },
      `spec.versions[0].deprecationWarning: Invalid value: "${'x'.repeat(257)}": must be <= 256 characters long`,
    ],
    [
      'warning of two lines',
      { deprecated: true, deprecationWarning: 'a\nb' },
      'spec.versions[0].deprecationWarning: Invalid value: "a\\nb": must only contain printable UTF-8 characters; non-printable character found at index 1',
    ],
    [
      'place in a list',
      { selectableFields: [{ jsonPath: '.spec.size[0]' }] },
      'spec.selectableFields[0].jsonPath: Invalid value: ".spec.size[0]": is an invalid path: array notation is not allowed',
    ],
    ['no schema', { schema: {} }, 'spec.versions[0].schema.openAPIV3Schema: Required value'],
    [
      'warning',
      { deprecationWarning: 'x' },
      'spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated versions',
    ],
    [
      'scale',
      {
        subresources: {
          scale: {
            specReplicasPath: 'spec.a',
            statusReplicasPath: '.spec.a',
            labelSelectorPath: '.metadata.x',
          },
        },
      },
      'spec.subresources.scale.specReplicasPath: Invalid value: "spec.a": must be a simple json path starting with .',
      'spec.subresources.scale.statusReplicasPath: Invalid value: ".spec.a": should be a json path under .status',
      'spec.subresources.scale.labelSelectorPath: Invalid value: ".metadata.x": should be a json path under either .spec or .status',
    ],
    [
      'no paths',
      { subresources: { scale: {} } },
      'spec.subresources.scale.specReplicasPath: Required value',
      'spec.subresources.scale.statusReplicasPath: Required value',
    ],
    [
      'columns',
      {
        additionalPrinterColumns: [
          { name: '', type: 'foo', jsonPath: 'spec.x' },
          { name: 'b', format: 'zz' },
        ],
      },
      'spec.additionalPrinterColumns[0].name: Required value',
      'spec.additionalPrinterColumns[0].type: Invalid value: "foo": must be one of boolean,date,integer,number,string',
      'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "spec.x": must be a simple json path starting with .',
      'spec.additionalPrinterColumns[1].type: Required value: must be one of boolean,date,integer,number,string',
      'spec.additionalPrinterColumns[1].format: Invalid value: "zz": must be one of byte,date,date-time,double,float,int32,int64,password',
      'spec.additionalPrinterColumns[1].JSONPath: Required value',
    ],
    [
      'selectable fields',
      {
        selectableFields: [
          '.spec.nope',
          '.spec.size',
          '.spec.size',
          '.metadata.name',
          'spec.size',
          '.spec',
          '',
        ].map((jsonPath) => ({ jsonPath })),
      },
      'spec.selectableFields[0].jsonPath: Invalid value: ".spec.nope": is an invalid path: does not refer to a valid field',
      'spec.selectableFields[2].jsonPath: Duplicate value: ".spec.size"',
      'spec.selectableFields[3].jsonPath: Invalid value: ".metadata.name": is an invalid path: does not refer to a valid field',
      'spec.selectableFields[4].jsonPath: Invalid value: "spec.size": is an invalid path: expected [ or . but got: spec',
      'spec.selectableFields[5].jsonPath: Invalid value: ".spec": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      'spec.selectableFields[6].jsonPath: Required value',
    ],
  ])('should answer like the real server for a version (%s)', (_, more, ...expected) => {
    expect(ofVersion(more)).toEqual(expected);
  });

  it('should allow eight selectable fields', () => {
    const selectableFields = Array.from({ length: 9 }, (_, at) => ({ jsonPath: `.spec.size${at}` }));

    expect(ofVersion({ selectableFields })).toEqual([
      'spec.selectableFields: Too many: 9: must have at most 8 items',
    ]);
  });

  it.each<readonly [string, object, ...string[]]>([
    ['no type', {}, '….type: Required value: must not be empty for specified object fields'],
    [
      'items without type',
      { type: 'array', items: {} },
      '….items.type: Required value: must not be empty for specified array items',
    ],
    [
      'type',
      { type: 'foo' },
      '….type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
    ['no items', { type: 'array' }, '….items: Required value: must be specified'],
    [
      'null',
      { type: 'null' },
      '….type: Forbidden: type cannot be set to null, use nullable as an alternative',
      '….type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
    [
      'three types',
      {
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'boolean' }],
      },
      '….anyOf[0].type: Forbidden: must be empty to be structural',
      '….anyOf[1].type: Forbidden: must be empty to be structural',
      '….anyOf[2].type: Forbidden: must be empty to be structural',
    ],
    [
      'a member that is not a property',
      { type: 'object', not: { properties: { z: { minLength: 1 } } } },
      '….properties[z]: Required value: because it is defined in ….not.properties[z]',
    ],
    [
      'embedded of another type',
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: { kind: { type: 'integer' }, metadata: { type: 'array', items: text } },
      },
      '….properties[kind].type: Invalid value: "integer": must be string',
      '….properties[metadata].type: Invalid value: "array": must be object',
    ],
    [
      'keys of no map',
      {
        type: 'array',
        items: text,
        'x-kubernetes-list-type': 'set',
        'x-kubernetes-list-map-keys': ['a'],
      },
      '….x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty',
    ],
    [
      'keys of an untyped list',
      { type: 'array', items: text, 'x-kubernetes-list-map-keys': ['a'] },
      '….x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty',
    ],
    [
      'keys that are objects or null',
      {
        type: 'array',
        items: {
          type: 'object',
          nullable: true,
          required: ['a', 'b'],
          properties: { a: { type: 'object' }, b: { ...text, nullable: true } },
        },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a', 'b'],
      },
      '….items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map',
      '….items.properties[a].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
      '….items.properties[b].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
    ],
    [
      'set of nulls',
      { type: 'array', items: { ...text, nullable: true }, 'x-kubernetes-list-type': 'set' },
      '….items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set',
    ],
    [
      'looking ahead',
      { type: 'string', pattern: '[(]a(?=b)' },
      '….pattern: Invalid value: "[(]a(?=b)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
    ],
    [
      'looking back',
      { type: 'string', pattern: '(a)\\1' },
      '….pattern: Invalid value: "(a)\\\\1": must be a valid regular expression, but isn\'t: error parsing regexp: invalid escape sequence: `\\1`',
    ],
    [
      'words of a rule',
      { type: 'string', 'x-kubernetes-validations': [{ rule: 'true', message: 'a\nb', reason: 'Foo' }] },
      '….x-kubernetes-validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
      '….x-kubernetes-validations[0].reason: Unsupported value: "Foo": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
    ],
    [
      'list of items',
      { type: 'array', items: [text] },
      '….items: Forbidden: items must be a schema object and not an array',
    ],
    [
      'both kinds of members',
      { type: 'object', properties: { a: text }, additionalProperties: text },
      '….additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
    [
      'unique items',
      { type: 'array', items: text, uniqueItems: true },
      '….uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
    ['$ref', { $ref: '#/x' }, '….$ref: Forbidden: $ref is not supported'],
    [
      'dependencies',
      { type: 'object', dependencies: {} },
      '….dependencies: Forbidden: dependencies is not supported',
    ],
    [
      'junctions',
      { type: 'string', anyOf: [{ type: 'string' }, { pattern: 'a', description: 'x', default: 'y' }] },
      '….anyOf[0].type: Forbidden: must be empty to be structural',
      '….anyOf[1].default: Forbidden: must be undefined to be structural',
      '….anyOf[1].description: Forbidden: must be empty to be structural',
    ],
    [
      'preserving',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
      '….x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined',
    ],
    [
      'embedded',
      { type: 'string', 'x-kubernetes-embedded-resource': true },
      '….properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      '….type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
    ],
    [
      'list type',
      { type: 'array', items: text, 'x-kubernetes-list-type': 'foo' },
      '….x-kubernetes-list-type: Unsupported value: "foo": supported values: "atomic", "set", "map"',
    ],
    [
      'map without keys',
      { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' },
      '….x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ],
    [
      'keys that do not exist',
      {
        type: 'array',
        items: { type: 'object', properties: { a: text } },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['b', 'b'],
      },
      '….x-kubernetes-list-map-keys: Invalid value: ["b","b"]: entries must all be names of item properties',
      '….x-kubernetes-list-map-keys: Invalid value: ["b","b"]: must not contain duplicate entries',
    ],
    [
      'keys that may be missing',
      {
        type: 'array',
        items: { type: 'object', properties: { a: text } },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a'],
      },
      '….items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    ],
    [
      'set of objects',
      { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'set' },
      '….items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
    [
      'map type',
      { type: 'object', 'x-kubernetes-map-type': 'foo' },
      '….x-kubernetes-map-type: Unsupported value: "foo": supported values: "atomic", "granular"',
    ],
    [
      'default of another type',
      { type: 'integer', default: 's' },
      '….default: Invalid value: "string":  in body must be of type integer: "string"',
    ],
    [
      'default with unknown fields',
      { type: 'object', properties: { a: text }, default: { b: 1 } },
      '….default: Invalid value: {"b":1}: must not have unknown fields',
    ],
    [
      'pattern',
      { type: 'string', pattern: '((' },
      expect.stringMatching(
        /^….pattern: Invalid value: "\(\(": must be a valid regular expression, but isn't: /u,
      ) as unknown as string,
    ],
    [
      'rule',
      { type: 'object', 'x-kubernetes-validations': [{ rule: '' }] },
      '….x-kubernetes-validations[0].rule: Required value: rule is not specified',
    ],
  ])('should answer like the real server for a schema (%s)', (_, schema, ...expected) => {
    expect([...ofSchema(schema)].sort()).toEqual([...expected].sort());
  });

  it.each<readonly [string, object]>([
    ['int or string', { 'x-kubernetes-int-or-string': true }],
    [
      'int or string, declared twice',
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    ],
    [
      'int or string in all',
      {
        'x-kubernetes-int-or-string': true,
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maxLength: 3 }],
      },
    ],
    [
      'a set of lists',
      { type: 'array', items: { type: 'array', items: text }, 'x-kubernetes-list-type': 'set' },
    ],
    ['anything', { 'x-kubernetes-preserve-unknown-fields': true }],
    ['additional', { type: 'object', additionalProperties: false }],
    ['null', { type: 'string', default: null }],
    ['a required property that is absent', { type: 'object', required: ['nope'] }],
  ])('should find no errors in %s', (_, schema) => {
    expect(ofSchema(schema)).toEqual([]);
  });

  it.each<readonly [string, object, ...string[]]>([
    [
      'no type',
      { type: undefined, description: 'x' },
      '….type: Required value: must not be empty at the root',
    ],
    ['type', { type: 'string' }, '….type: Invalid value: "string": must be object at the root'],
    ['nullable', { nullable: true }, '….nullable: Forbidden: nullable cannot be true at the root'],
    [
      'kind',
      { properties: { kind: { type: 'integer' } } },
      '….properties[kind].type: Invalid value: "integer": must be string',
    ],
    [
      'metadata',
      { properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
      '….properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
    [
      'default',
      { default: { spec: 1 } },
      '….default.apiVersion: Required value',
      '….default.kind: Required value',
    ],
    [
      'default of the kind',
      { properties: { kind: { type: 'string', default: 'A' } } },
      '….properties[kind].default: Forbidden: must not be set in top-level kind',
    ],
    [
      'default of the name',
      { properties: { metadata: { type: 'object', properties: { name: { ...text, default: 'a' } } } } },
      '….properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
    ],
    [
      'metadata in a junction',
      { properties: { metadata: { type: 'object' } }, anyOf: [{ properties: { metadata: {} } }] },
      '….anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested context',
    ],
  ])('should answer like the real server for the root (%s)', (_, more, ...expected) => {
    expect(ofRoot(more)).toEqual(expected);
  });

  it('should name differences between versions by their position', () => {
    const versions = [version(), version({ name: 'v2', storage: false, properties: { x: {} } })];

    expect(errors(gadgetDefinition({ versions }))).toEqual([
      'spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[x].type: Required value: must not be empty for specified object fields',
    ]);
  });

  it('should name at most 1,000 characters of the path in each of many errors, without work for the rest', () => {
    const below = (schema: object, name: string): object => ({
      type: 'object',
      properties: { [name]: schema },
      default: {},
      allOf: [{ properties: { [name]: { properties: { unknown: { minLength: 1 } } } } }],
    });
    const wrong = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`a${at}`, { type: 'x' }]));
    const definitionOf = (length: number): Json => {
      const schema = below({ type: 'object', properties: wrong }, 'n'.repeat(length));
      return prepared(gadgetDefinition({ versions: [version({ properties: { x: schema } })] }));
    };
    const definitions = new Map([500_000, 2_000_000].map((length) => [length, definitionOf(length)]));
    const errorsOf = (length: number): readonly FieldError[] =>
      definitionErrors(definitions.get(length) ?? {}, undefined);

    expect(errorsOf(500_000).length).toBeGreaterThan(500);
    expect(
      errorsOf(500_000).every(({ field, message }) => field.length <= 1_000 && message.length < 2_000),
    ).toBe(true);
    expect(growthOfCost(500_000, errorsOf)).toBeLessThan(2.5);
  });
});

describe('definitionWarnings', () => {
  it('should warn about ignored fields, and about features that this server lacks', () => {
    const properties = {
      x: { type: 'string', format: 'colour' },
      y: { type: 'object', 'x-kubernetes-validations': [{ rule: 'self.size() > 1' }] },
      z: { type: 'string', format: 'date' },
    };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig: {} } };

    expect(
      definitionWarnings({
        ...gadgetDefinition({ versions: [version({ properties })], more: { conversion } }),
      }),
    ).toEqual([
      'spec.conversion: this server calls no webhooks; versions are converted by their apiVersion alone',
      'unrecognized format "colour"',
      'x-kubernetes-validations: this server does not evaluate CEL rules',
    ]);
    expect(definitionWarnings({ ...gadgetDefinition() })).toEqual([]);
  });
});
