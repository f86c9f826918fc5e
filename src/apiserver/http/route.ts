import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';

/** A path below `/api/v1` or `/apis/G/V`, taken apart; the resource is as it was named, known or not. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  /** Empty for all namespaces, and for resources of the cluster. */
  readonly namespace: string;
  readonly resource: string;
  /** Empty for the collection. */
  readonly name: string;
  readonly subresource: string;
  /** The deprecated `/watch/` form (P56). */
  readonly watch: boolean;
}

/** Takes a path apart; `undefined` for one that does not lead to a resource. */
export function resourcePath(path: string): ResourcePath | undefined {
  const parts = partsOf(path);
  if (parts === undefined) return undefined;
  const [root, ...below] = parts;
  if (root === 'api') return under('', below);
  if (root === 'apis' && below.length > 1) return under(below[0] ?? '', below.slice(1));
  return undefined;
}

function partsOf(path: string): readonly string[] | undefined {
  try {
    const parts = path.split('/').slice(1).map(decodeURIComponent);
    return parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  } catch {
    return undefined; // not an escape that a URL may hold
  }
}

function under(group: string, [version = '', ...rest]: readonly string[]): ResourcePath | undefined {
  const watch = rest[0] === 'watch';
  const parts = watch ? rest.slice(1) : rest;
  const [first, second, third] = parts;
  if (first === undefined) return undefined;

  const isInNamespace = first === 'namespaces' && third !== undefined && !ofNamespace.has(third);
  const [resource = '', name = '', subresource = '', ...more] = isInNamespace ? parts.slice(2) : parts;
  if (more.length > 0 || resource === '') return undefined;
  return {
    group,
    version,
    namespace: isInNamespace ? (second ?? '') : '',
    resource,
    name,
    subresource,
    watch,
  };
}

/** What follows the name of a namespace and is not a resource. */
const ofNamespace = new Set(['status', 'finalize']);

/** The resource of a path, if the server has it and it lives where the path says. */
export function resourceAt(catalog: Catalog, path: ResourcePath): Resource | undefined {
  const resource = catalog.find(path.group, path.version, path.resource);
  if (resource === undefined || (path.namespace !== '' && !resource.namespaced)) return undefined;
  if (resource.namespaced && path.namespace === '' && path.name !== '') return undefined;
  return hasSubresource(resource, path.subresource) ? resource : undefined;
}

function hasSubresource({ status, scale }: Resource, subresource: string): boolean {
  switch (subresource) {
    case '':
      return true;
    case 'status':
      return status;
    case 'scale':
      return scale !== undefined;
    default:
      return false;
  }
}
