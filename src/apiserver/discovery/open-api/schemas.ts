import { isRecord } from '../../../objects/index.ts';
import type { Json } from '../../json.ts';
import type { Resource } from '../../resources/resource.ts';
import { definition } from '../../schema/definitions.ts';
import { definitionName } from './definition-name.ts';
import { describe } from './descriptions.ts';

type Member = readonly [name: string, schema: Json];

/**
 * Yields the schemas of the kinds and of their lists. Then yields the schemas of all types that these schemas refer to.
 * The function creates each schema on demand, so that a document with a slow reader keeps no schemas in memory.
 */
export function* schemasOf(resources: readonly Resource[]): Generator<Member> {
  const kinds = builtInKinds(resources);
  const isListTaken = listNamesTaken(resources);
  const emitted = new Set<string>();
  for (const resource of resources) {
    const name = definitionName(resource);
    const list = `${name}List`;
    if (resource.builtIn) {
      yield* withReferences(name, kinds, emitted);
      yield* withReferences(list, kinds, emitted);
    } else {
      const { kind, listKind } = resource;
      if (!emitted.has(name)) yield [name, ofKind(customSchema(resource), kindOf(resource, kind))];
      emitted.add(name);
      if (!isListTaken(resource) && !emitted.has(list)) {
        yield [list, ofKind(listSchema(resource, name), kindOf(resource, listKind))];
        emitted.add(list);
      }
      yield* withReferences(objectMeta, kinds, emitted);
      yield* withReferences(listMeta, kinds, emitted);
    }
  }
}

const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const listMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';

/** Maps the name of each built-in schema to its group, version and kind. */
function builtInKinds(resources: readonly Resource[]): ReadonlyMap<string, object> {
  const kinds = new Map<string, object>();
  for (const resource of resources) {
    if (!resource.builtIn) continue;
    const name = definitionName(resource);
    kinds.set(name, kindOf(resource, resource.kind));
    kinds.set(`${name}List`, kindOf(resource, resource.listKind));
  }
  return kinds;
}

const kindOf = ({ group, version }: Resource, kind: string): object => ({ group, kind, version });

const ofKind = (schema: Json, kind: object | undefined): Json =>
  kind === undefined ? schema : { ...schema, 'x-kubernetes-group-version-kind': [kind] };

/**
 * Returns a function that checks whether the name of a list schema is already the name of another kind. For example, a
 * kind `Foo` with the list kind `Foos` and a kind `FooList` can exist in the same group.
 */
function listNamesTaken(resources: readonly Resource[]): (resource: Resource) => boolean {
  const listLikeKinds = new Set(resources.map(({ kind }) => kind).filter((kind) => kind.endsWith('List')));
  return ({ apiVersion, kind }) => {
    const list = `${kind}List`;
    return (
      listLikeKinds.has(list) && resources.some((one) => one.apiVersion === apiVersion && one.kind === list)
    );
  };
}

/**
 * Yields the OpenAPI schema of a built-in type, and the schemas of all types that the type refers to. Skips the types
 * whose schemas were yielded before.
 */
function* withReferences(
  name: string,
  kinds: ReadonlyMap<string, object>,
  emitted: Set<string>,
): Generator<Member> {
  const node = definition(name);
  if (node === undefined || emitted.has(name)) return;
  emitted.add(name);
  const references = new Set<string>();
  yield [
    name,
    ofKind(
      expanded(name, node, (reference) => references.add(reference)),
      kinds.get(name),
    ),
  ];
  for (const reference of references) yield* withReferences(reference, kinds, emitted);
}

/**
 * Returns the schema of a built-in type with its descriptions. Calls `add` with the name of each type that the schema
 * refers to.
 */
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

/**
 * Converts the references in a schema. In OpenAPI, a `$ref` must be the only member of its object. If the schema has
 * other members, for example a description, the function wraps the reference in `allOf`.
 */
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

/** Returns the schema of a custom resource in a version. The result contains the members that every object has. */
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
