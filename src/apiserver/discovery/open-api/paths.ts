import type { Resource } from '../../resources/resource.ts';
import { definitionName } from './definition-name.ts';

type Operation = Readonly<Record<string, unknown>>;

/**
 * Yields the operations by path. Each operation contains the kind and the parameters that clients look for. The
 * function creates the paths of a resource on demand.
 */
export function* operationPaths(
  root: string,
  resources: readonly Resource[],
): Generator<readonly [path: string, item: object]> {
  for (const resource of resources) yield* pathsOf(root, resource);
}

function pathsOf(root: string, resource: Resource): readonly (readonly [string, object])[] {
  const { namespaced, verbs, subresources } = resource;
  const scope = namespaced ? '/namespaces/{namespace}' : '';
  const collection = `${root}${scope}/${resource.resource}`;
  const parameters = namespaced ? [inPath('namespace')] : [];
  const below = [...parameters, inPath('name')];
  return [
    ...(namespaced && verbs.includes('list')
      ? [[`${root}/${resource.resource}`, { get: operation(resource, 'list') }] as const]
      : []),
    [collection, { ...operations(resource, verbs, ofCollection), parameters }],
    [`${collection}/{name}`, { ...operations(resource, verbs, ofObject), parameters: below }],
    ...subresources.map(
      (one) =>
        [
          `${collection}/{name}/${one.name}`,
          {
            ...operations({ ...resource, ...one, verbs: resource.verbs }, one.verbs, ofSubresource),
            parameters: below,
          },
        ] as const,
    ),
  ];
}

const ofCollection = { list: 'get', create: 'post', deletecollection: 'delete' };
const ofObject = { get: 'get', update: 'put', patch: 'patch', delete: 'delete' };
const ofSubresource = { get: 'get', create: 'post', update: 'put', patch: 'patch' };

function operations(
  resource: Resource,
  verbs: readonly string[],
  methods: Readonly<Record<string, string>>,
): Readonly<Record<string, Operation>> {
  return Object.fromEntries(
    Object.entries(methods)
      .filter(([verb]) => verbs.includes(verb))
      .map(([verb, method]) => [method, operation(resource, verb)]),
  );
}

function operation(resource: Resource, verb: string): Operation {
  const { group, version, kind } = resource;
  const parameters = writing.has(verb) ? (verb === 'patch' ? [...written, inQuery('force')] : written) : [];
  const shown = verb === 'list' ? { ...resource, kind: resource.listKind } : resource;
  const schema = { $ref: `#/components/schemas/${definitionName(shown)}` };
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(verb === 'patch' ? { requestBody: patchBody(resource) } : {}),
    responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
    'x-kubernetes-action': verb === 'create' ? 'post' : verb === 'update' ? 'put' : verb,
    'x-kubernetes-group-version-kind': { group, version, kind },
  };
}

/**
 * Returns the description of the body of a patch. kubectl chooses the type of the patch from the listed types. Custom
 * resources do not support a strategic merge patch.
 */
function patchBody({ builtIn }: Resource): object {
  const types = builtIn ? [...patchTypes, 'application/strategic-merge-patch+json'] : patchTypes;
  return {
    required: true,
    content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }])),
  };
}

const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
];

const writing = new Set(['create', 'update', 'patch']);

const inQuery = (name: string): object => ({
  name,
  in: 'query',
  schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
});

const inPath = (name: string): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', uniqueItems: true },
});

const written = ['dryRun', 'fieldManager', 'fieldValidation'].map(inQuery);
