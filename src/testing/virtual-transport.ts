import { defer, map, type Observable } from 'rxjs';
import { isRecord, keyOf, type KubeObject, type ObjectKey } from '../objects/index.ts';
import {
  type KubeRequest,
  type RequestedResource,
  requestedResourceOf,
  type Transport,
} from '../source/index.ts';
import type { ClusterContext, CollectionContext } from './cluster-context.ts';
import { collectionRequests, type RequestEntry } from './collection-requests.ts';
import type { Preconditions } from './machine/collection.ts';
import { CollectionWrites, type WriteTarget } from './machine/collection-writes.ts';
import { otherClient } from './machine/field-owners.ts';
import { selectionOf } from './machine/selection.ts';
import { refusal } from './refusal.ts';
import { listOrWatch } from './virtual-reads.ts';

/** A collection of the cluster, and the object that executes writes to it. */
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
  const encoder = new TextEncoder();
  return {
    open: (request) =>
      defer(() => {
        const target = requestedResourceOf(request);
        if (target === undefined || !['', 'status'].includes(target.subresource)) throw refusal(404);
        const { group, resource } = target;
        const served = servedOf(group === '' ? resource : `${resource}.${group}`);
        return target.name === ''
          ? ofCollection(target, request, served, context)
          : ofObject(target, request, served, context);
      }).pipe(map((answer) => encoder.encode(`${JSON.stringify(answer)}\n`))),
  };
}

/** Answers a request whose path names a collection: list, watch, create, or the delete of all objects of a selector. */
function ofCollection(
  target: RequestedResource,
  request: KubeRequest,
  { collectionContext, writes }: Served,
  context: ClusterContext,
): Observable<unknown> {
  const { collection } = collectionContext;
  const requests = collectionRequests(collectionContext, context);
  const { namespace } = target;
  const { body, labelSelector, preconditions, write } = detailsOf(request);
  switch (request.method ?? 'GET') {
    case 'GET':
      return listOrWatch(target, request, collectionContext, context, requests);
    case 'POST':
      return requests.write({ verb: 'create', key: newKey(body, namespace), body }, () =>
        writes.create(body, namespace, write),
      );
    case 'DELETE':
      return requests.write({ verb: 'deletecollection' }, () => {
        const selects = selectionOf('deleteAll', { namespace, labelSelector });
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
  { namespace, name, subresource }: RequestedResource,
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
      return requests.write(entry('update'), () => writes.update(key, body as KubeObject, target));
    case 'PATCH':
      return requests.write(entry('patch'), () =>
        isApply ? writes.apply(key, body as object, force, target) : writes.patch(key, body, target),
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
  readonly labelSelector: string;
  readonly preconditions: Preconditions;
  readonly isApply: boolean;
  readonly force: boolean;
  readonly write: WriteTarget;
} {
  const body = text === undefined ? undefined : (JSON.parse(text) as unknown);
  const deletion = method === 'DELETE' && isRecord(body) ? body : {};
  return {
    body,
    labelSelector: query['labelSelector'] ?? '',
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

/** For an object without a name, the key has the `generateName`. */
function newKey(body: unknown, namespace: string): ObjectKey {
  const { metadata } = body as {
    readonly metadata?: { readonly name?: string; readonly generateName?: string };
  };
  const name = metadata?.name ?? metadata?.generateName ?? '';
  return namespace === '' ? name : `${namespace}/${name}`;
}

const success = { kind: 'Status', apiVersion: 'v1', status: 'Success', metadata: {} };
