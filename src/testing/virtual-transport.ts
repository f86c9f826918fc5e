import { defer, map, type Observable } from 'rxjs';
import { isRecord, keyOf, type KubeObject, type ObjectKey } from '../objects/index.ts';
import { type KubeRequest, type Transport } from '../source/index.ts';
import type { ClusterContext, CollectionContext } from './cluster-context.ts';
import { collectionRequests, loggedSelectors, type RequestEntry } from './collection-requests.ts';
import { badRequest } from './machine/cluster-refusals.ts';
import type { Preconditions } from './machine/collection.ts';
import { CollectionWrites, type WriteTarget } from './machine/collection-writes.ts';
import { otherClient } from './machine/field-owners.ts';
import { selectionOf } from './machine/selection.ts';
import { refusal } from './refusal.ts';
import { listOrWatch } from './virtual-reads.ts';

/** What the path of a request names. The names are decoded. */
interface Target {
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  /** `''` for a collection. */
  readonly name: string;
  readonly subresource: '' | 'status';
}

/** Parses the path of a collection, of an object, or of the status of an object. Returns `undefined` for any other path. */
function targetOf(path: string): Target | undefined {
  const { core, group = '', rest = '' } = root.exec(path)?.groups ?? {};
  const parts = rest.split('/').map(decoded);
  // The path `namespaces/shop/status` names the status of a namespace, and `namespaces/shop/pods` a collection.
  const isIn = parts[0] === 'namespaces' && parts.length > 2 && !/^(?:status|finalize)$/.test(parts[2] ?? '');
  const [resource = '', name = '', subresource = '', ...more] = isIn ? parts.slice(2) : parts;
  if ((core === undefined && group === '') || resource === '' || more.length > 0) return undefined;
  if (subresource !== '' && subresource !== 'status') return undefined;
  return { group, resource, namespace: isIn ? (parts[1] ?? '') : '', name, subresource };
}

/** @throws StatusError 400 for a part that cannot be decoded, or that contains a slash */
function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    if (!text.includes('/')) return text;
  } catch {
    // The escape sequences are invalid.
  }
  throw badRequest(`the path contains ${JSON.stringify(part)}, which is not a name`);
}

const root = /^\/(?:api\/(?<core>v[^/]+)|apis\/(?<group>[^/]+)\/[^/]+)\/(?<rest>[^?]+?)\/?$/;

/** A collection of the cluster, and its writes over the transport. */
interface Served {
  readonly collectionContext: CollectionContext<KubeObject>;
  readonly writes: CollectionWrites;
}

/**
 * Creates a transport to a virtual cluster. Requests and answers have the form of an API server, and the answers arrive at the
 * times of the cluster. The only subresource is `status`; another subresource is a 404.
 *
 * @param contextOf - returns a collection by its name, such as `pods` or `widgets.example.com`
 */
export function virtualTransport(
  context: ClusterContext,
  contextOf: (name: string) => CollectionContext<KubeObject>,
): Transport {
  const collections = new Map<string, Served>();
  const servedOf = (name: string): Served => {
    const collectionContext = contextOf(name);
    const found = collections.get(name) ?? {
      collectionContext,
      writes: new CollectionWrites(collectionContext.collection),
    };
    collections.set(name, found);
    return found;
  };
  return {
    open: (request) =>
      defer(() => {
        const target = targetOf(request.path);
        if (target === undefined) throw refusal(404);
        const { group, resource } = target;
        const served = servedOf(group === '' ? resource : `${resource}.${group}`);
        return target.name === ''
          ? ofCollection(target, request, served, context)
          : ofObject(target, request, served, context);
        // Created here, because jsdom has no TextEncoder, and most tests use no transport.
      }).pipe(map((answer) => new TextEncoder().encode(`${JSON.stringify(answer)}\n`))),
  };
}

/** Answers a request whose path names a collection: a list, a watch, a create, or a `deletecollection`. */
function ofCollection(
  target: Target,
  request: KubeRequest,
  { collectionContext, writes }: Served,
  context: ClusterContext,
): Observable<unknown> {
  const { collection } = collectionContext;
  const requests = collectionRequests(collectionContext, context);
  const { namespace } = target;
  const { body, selectors, preconditions, write } = detailsOf(request);
  switch (request.method ?? 'GET') {
    case 'GET':
      return listOrWatch(namespace, request, collectionContext, context, requests);
    case 'POST':
      return requests.write({ verb: 'create', key: newKey(body, namespace), body }, () =>
        writes.create(body, namespace, write),
      );
    case 'DELETE':
      return requests.write({ verb: 'deletecollection', ...loggedSelectors(selectors) }, () => {
        const selects = selectionOf('deleteAll', { namespace, ...selectors });
        for (const object of [...collection.objects.values()].filter(selects))
          writes.delete(keyOf(object), preconditions, write.isDryRun);
        return success;
      });
    default:
      throw refusal(405);
  }
}

/** Answers a request whose path names an object, or the status of an object. */
function ofObject(
  { namespace, name, subresource }: Target,
  request: KubeRequest,
  { collectionContext, writes }: Served,
  context: ClusterContext,
): Observable<unknown> {
  const requests = collectionRequests(collectionContext, context);
  const key = namespace === '' ? name : `${namespace}/${name}`;
  const { body, preconditions, isApply, force, write } = detailsOf(request);
  const target: WriteTarget = { ...write, isStatus: subresource === 'status' };
  const entry = (verb: RequestEntry['verb']): RequestEntry => ({
    verb,
    key,
    ...(subresource !== '' && { subresource }),
    ...(verb !== 'get' && verb !== 'delete' && { body }),
  });
  switch (request.method ?? 'GET') {
    case 'GET':
      return requests.read(entry('get'), () => collectionContext.collection.get(key));
    case 'PUT':
      return requests.write(entry('update'), () => writes.update(key, body, target));
    case 'PATCH':
      return requests.write(entry('patch'), () =>
        isApply ? writes.apply(key, body, force, target) : writes.patch(key, body, target),
      );
    case 'DELETE':
      return requests.write(
        entry('delete'),
        () => writes.delete(key, preconditions, write.isDryRun) ?? success,
      );
    default:
      throw refusal(405);
  }
}

/** Reads the query, the headers and the body of a request. The options of a delete are in its body. */
function detailsOf({ method, query = {}, headers = {}, body: text }: KubeRequest): {
  readonly body: unknown;
  readonly selectors: { readonly labelSelector: string; readonly fieldSelector: string };
  readonly preconditions: Preconditions;
  readonly isApply: boolean;
  readonly force: boolean;
  readonly write: WriteTarget;
} {
  const body = jsonIn(text);
  const deletion = method === 'DELETE' && isRecord(body) ? body : {};
  return {
    body,
    selectors: { labelSelector: query['labelSelector'] ?? '', fieldSelector: query['fieldSelector'] ?? '' },
    preconditions: deletion['preconditions'] ?? {},
    isApply: headers['content-type'] === 'application/apply-patch+yaml',
    force: query['force'] === 'true',
    write: {
      manager: query['fieldManager'] ?? otherClient,
      isStatus: false,
      isDryRun: query['dryRun'] !== undefined || deletion['dryRun'] !== undefined,
    },
  };
}

/** @throws StatusError 400 for a text that is no JSON */
function jsonIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    throw badRequest('the body of the request is not JSON');
  }
}

/** Returns the key of a new object for the log. If the object has no name, the key contains the `generateName`. */
function newKey(body: unknown, namespace: string): ObjectKey {
  const { metadata } = (isRecord(body) ? body : {}) as {
    readonly metadata?: { readonly name?: string; readonly generateName?: string };
  };
  const name = metadata?.name ?? metadata?.generateName ?? '';
  return namespace === '' ? name : `${namespace}/${name}`;
}

const success = { kind: 'Status', apiVersion: 'v1', status: 'Success', metadata: {} };
