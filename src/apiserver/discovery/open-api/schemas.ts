import { isRecord } from '../../../objects/index.ts';
import type { Json } from '../../json.ts';
import type { Resource } from '../../resources/resource.ts';
import { definition } from '../../schema/definitions.ts';
import { definitionName } from './definition-name.ts';
import { describe } from './descriptions.ts';

/** The schemas of the kinds and of their lists, and of all that these are made of. Yields after each resource. */
export function* schemaSteps(
  resources: readonly Resource[],
): Generator<undefined, Readonly<Record<string, Json>>> {
  const schemas: Record<string, Json> = {};
  const add = (name: string): void => {
    const node = definition(name);
    if (node === undefined || Object.hasOwn(schemas, name)) return;
    schemas[name] = node; // it may refer to itself
    schemas[name] = expanded(name, node, add);
  };
  for (const resource of resources) {
    const name = definitionName(resource);
    if (resource.builtIn) {
      add(name);
      add(`${name}List`);
    } else {
      schemas[name] = customSchema(resource);
      schemas[`${name}List`] = listSchema(resource, name);
      add(objectMeta);
      add(listMeta);
    }
    for (const [kind, of] of [
      [resource.kind, name],
      [resource.listKind, `${name}List`],
    ] as const)
      mark(schemas, of, { group: resource.group, kind, version: resource.version });
    yield undefined;
  }
  return schemas;
}

const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const listMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';

function mark(schemas: Record<string, Json>, name: string, kind: object): void {
  const schema = schemas[name];
  if (schema !== undefined) schemas[name] = { ...schema, 'x-kubernetes-group-version-kind': [kind] };
}

/** A definition as OpenAPI has it, with its prose; what it refers to is added too. */
function expanded(name: string, node: Json, add: (name: string) => void): Json {
  const prose = describe(name);
  const { properties, ...more } = node;
  const members = Object.entries(isRecord(properties) ? properties : {}).map(
    ([member, property]) => [member, referring(property, add, prose[member])] as const,
  );
  return {
    ...(referring(more, add, prose['']) as Json),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(members) }),
  };
}

/** Beside a reference nothing may stand: what is said of it wraps it. */
function referring(value: unknown, add: (name: string) => void, description?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => referring(item, add));
  if (!isRecord(value)) return value;
  const { $ref, ...more } = value;
  const inner = Object.entries(more).map(([member, one]) => [member, referring(one, add)] as const);
  const said = { ...(description === undefined ? {} : { description }), ...Object.fromEntries(inner) };
  if (typeof $ref !== 'string') return said;
  add($ref);
  const reference = { $ref: `#/components/schemas/${$ref}` };
  return Object.keys(said).length === 0 ? reference : { ...said, allOf: [reference] };
}

/** The version's own schema, with what every object has. */
function customSchema({ schema }: Resource): Json {
  const given = (schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }) as Json;
  const { properties, ...more } = given;
  const prose = describe('io.k8s.api.core.v1.ConfigMap');
  const text = (member: string): Json => ({ description: prose[member] ?? '', type: 'string' });
  return {
    ...more,
    properties: {
      ...(isRecord(properties) ? properties : {}),
      apiVersion: text('apiVersion'),
      kind: text('kind'),
      metadata: {
        description: prose['metadata'] ?? '',
        allOf: [{ $ref: `#/components/schemas/${objectMeta}` }],
      },
    },
  };
}

function listSchema({ kind, listKind }: Resource, name: string): Json {
  return {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      items: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
      kind: { type: 'string' },
      metadata: { $ref: `#/components/schemas/${listMeta}` },
    },
  };
}
