import { concatMap, defer, map, type Observable, of, shareReplay, takeUntil } from 'rxjs';
import { inSteps } from '../http/in-steps.ts';
import { inPieces } from '../http/pieces.ts';
import type { ResourcePath } from '../http/route.ts';
import { type ApiResponse, json } from '../http/response.ts';
import type { StoredObject } from '../json.ts';
import { listSteps, type Page, takesSteps } from '../list/list.ts';
import { checkListQuery, checkListVersion } from '../query/check-list-query.ts';
import { listQuery } from '../query/list-query.ts';
import { selectionOf } from '../query/selection.ts';
import { find } from '../registry/context.ts';
import {
  type Deleted,
  type DeleteOptions,
  deleteObject as deleteAtOnce,
  deletionSteps,
} from '../registry/delete.ts';
import { isNamespaces } from '../registry/namespace-lifecycle.ts';
import type { Resource } from '../resources/resource.ts';
import type { ServerContext } from '../server-context.ts';
import type { RequestTime } from '../time-budget.ts';
import { shown } from '../wire/form.ts';
import { listBody } from '../wire/list-body.ts';
import { deleteOptions } from './delete-options.ts';
import { type Operation, viewOf } from './operation.ts';

/** Handles the DELETE of an object (P89–P91, P95, P96, P135). */
export function deleteObject(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  const options = deleteOptions(request);
  return deletionOf(server, request.time, resource, path, options).pipe(
    map(({ object, gone }) => {
      const returnsStatus = gone && !resource.deleteReturnsObject;
      return json(returnsStatus ? success(resource, object) : shown(viewOf(operation), object));
    }),
  );
}

/**
 * Handles the DELETE of a collection. The server deletes the objects one after another, not in one transaction (P94).
 * As in kube-apiserver, the deletion stops if the client disconnects. The reason: the listed objects stay in memory
 * during the deletion, and after the disconnection no limit counts these objects.
 */
export function deleteCollection(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  const query = listQuery(request.query, server.shardedLists);
  checkListQuery(query);
  checkListVersion(query);
  const options = deleteOptions(request);
  const { storage } = server;
  const selection = selectionOf(resource, path.namespace, query);
  const collection = storage.collection(resource.id);
  const listed = (): Generator<void, Page> => listSteps(collection, selection, query, () => storage.revision);
  const deletePage = function* (page: Page): Generator<void, Page> {
    for (const { metadata } of page.items) {
      const place = { namespace: path.namespace, name: metadata.name };
      // The object can be absent, because a subscriber of a watch or another request can delete the object between two
      // time slices.
      if (find(server, resource, place) !== undefined) deleteAtOnce(server, resource, place, options);
      yield;
    }
    return page;
  };
  return inSteps(request, listed, takesSteps(selection) ? server.selectionLimit : undefined).pipe(
    concatMap((page) => inSteps(request, () => deletePage(page))),
    concatMap((page) => inPieces(request, listBody(viewOf(operation), page, selection.shards))),
  );
}

/**
 * Deletes an object. For an in-process request, the deletion is synchronous. For a request from a socket, the server
 * deletes the objects of a namespace in several short time slices. The deletion continues after the client disconnects,
 * because the namespace would otherwise remain in the phase `Terminating`. The deletion keeps no reference to the
 * request or to the body of the request. After the client disconnects, the limits for requests and bytes no longer
 * count the request.
 */
function deletionOf(
  server: ServerContext,
  time: RequestTime | undefined,
  resource: Resource,
  path: ResourcePath,
  options: DeleteOptions,
): Observable<Deleted> {
  if (time === undefined) return defer(() => of(deleteAtOnce(server, resource, path, options)));
  const result$ = inSteps({ time }, () => deletionSteps(server, resource, path, options));
  if (!isNamespaces(resource)) return result$;
  return result$.pipe(takeUntil(server.closed$), shareReplay({ bufferSize: 1, refCount: false }));
}

/**
 * Returns the `Status` of a successful deletion. As in kube-apiserver, `details.kind` is the plural name of the
 * resource.
 */
function success({ group, resource }: Resource, { metadata }: StoredObject): object {
  const { name, uid } = metadata;
  const details = { name, ...(group === '' ? {} : { group }), kind: resource, uid };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}
