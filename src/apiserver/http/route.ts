import { addRoute, createRouter, findRoute } from 'rou3';
import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';

/** The parts of a path below `/api/v1` or `/apis/G/V`. The resource need not exist. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  /** Empty for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string;
  readonly resource: string;
  /** Empty for the collection. */
  readonly name: string;
  readonly subresource: string;
  /** The deprecated `/watch/` form (P56). */
  readonly watch: boolean;
}

/** Parses a path; `undefined` for a path that names no resource. */
export function resourcePath(path: string): ResourcePath | undefined {
  if (path !== last.path) last = { path, taken: takenApart(path) };
  return last.taken;
}

/** A cache of the last path, because one request needs the result several times. */
let last: { readonly path: string; readonly taken: ResourcePath | undefined } = {
  path: '',
  taken: undefined,
};

function takenApart(path: string): ResourcePath | undefined {
  const found = findRoute(router, '', path);
  if (found === undefined) return undefined;
  const parts = decoded(found.params ?? {});
  return parts && { ...nowhere, ...found.data, ...parts };
}

const nowhere: ResourcePath = {
  group: '',
  version: '',
  namespace: '',
  resource: '',
  name: '',
  subresource: '',
  watch: false,
};

const router = createRouter<Partial<ResourcePath>>();

const below = ['/:resource', '/:resource/:name', '/:resource/:name/:subresource'];

for (const root of ['/api/:version', '/apis/:group/:version']) {
  for (const watch of [false, true]) {
    const start = watch ? `${root}/watch` : root;
    for (const end of below) {
      addRoute(router, '', start + end, { watch });
      addRoute(router, '', `${start}/namespaces/:namespace${end}`, { watch });
    }
    // Subresources of a namespace, not resources in the namespace.
    for (const subresource of ['status', 'finalize'])
      addRoute(router, '', `${start}/namespaces/:name/${subresource}`, {
        resource: 'namespaces',
        subresource,
        watch,
      });
  }
}

/** Decodes the segments of a path; `undefined` if a segment has an invalid escape. */
function decoded(segments: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  try {
    const parts = Object.entries(segments).map(([name, value]) => [name, decodeURIComponent(value)] as const);
    return parts.some(([, value]) => isUnsafeSegment(value)) ? undefined : Object.fromEntries(parts);
  } catch {
    return undefined;
  }
}

/** Checks whether a decoded segment is neither part of a path nor a name. */
const isUnsafeSegment = (segment: string): boolean =>
  segment === '' || segment === '.' || segment === '..' || /[/\0]/.test(segment);

/** Checks whether a text may be a name in a path. */
export function isPathSegment(text: string): boolean {
  return !isUnsafeSegment(text) && !text.includes('%');
}

/** Returns the resource of a path, if the server has it and its scope fits the path. */
export function resourceAt(catalog: Catalog, path: ResourcePath): Resource | undefined {
  const { group, version, namespace, name, subresource } = path;
  const resource = catalog.find(group, version, path.resource);
  if (resource === undefined || (namespace !== '' && !resource.namespaced)) return undefined;
  if (resource.namespaced && namespace === '' && name !== '') return undefined;
  const isThere = subresource === '' || resource.subresources.some((one) => one.name === subresource);
  return isThere ? resource : undefined;
}
