import { addRoute, createRouter, findRoute } from 'rou3';
import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';

/** The parts of a path under `/api/v1` or `/apis/G/V`. The server does not have to serve the resource. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  /** The namespace. The text is empty for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string;
  readonly resource: string;
  /** The name of the object. The text is empty for the collection. */
  readonly name: string;
  readonly subresource: string;
  /** `true` for a deprecated path with `/watch/` (P56). */
  readonly watch: boolean;
}

/** Parses a path. Returns `undefined` if the path names no resource. */
export function resourcePath(path: string): ResourcePath | undefined {
  if (path !== last.path) last = { path, taken: takenApart(path) };
  return last.taken;
}

/**
 * The most recently parsed path and its result. The cache exists because the server needs the result several times per
 * request.
 */
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
    // `status` and `finalize` are subresources of a namespace, not resources in the namespace.
    for (const subresource of ['status', 'finalize'])
      addRoute(router, '', `${start}/namespaces/:name/${subresource}`, {
        resource: 'namespaces',
        subresource,
        watch,
      });
  }
}

/** Decodes the segments of a path. Returns `undefined` if a segment has an invalid escape. */
function decoded(segments: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  try {
    const parts = Object.entries(segments).map(([name, value]) => [name, decodeURIComponent(value)] as const);
    return parts.some(([, value]) => isUnsafeSegment(value)) ? undefined : Object.fromEntries(parts);
  } catch {
    return undefined;
  }
}

/** Returns `true` if a decoded segment can be neither a part of a path nor a name. */
const isUnsafeSegment = (segment: string): boolean =>
  segment === '' || segment === '.' || segment === '..' || /[/\0]/.test(segment);

/** Returns `true` if a text can be a name in a path. */
export function isPathSegment(text: string): boolean {
  return !isUnsafeSegment(text) && !text.includes('%');
}

/** Returns the resource of a path. Returns `undefined` if the server has no resource with the scope of the path. */
export function resourceAt(catalog: Catalog, path: ResourcePath): Resource | undefined {
  const { group, version, namespace, name, subresource } = path;
  const resource = catalog.find(group, version, path.resource);
  if (resource === undefined || (namespace !== '' && !resource.namespaced)) return undefined;
  if (resource.namespaced && namespace === '' && name !== '') return undefined;
  const isThere = subresource === '' || resource.subresources.some((one) => one.name === subresource);
  return isThere ? resource : undefined;
}
