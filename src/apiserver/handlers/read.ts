import { concatMap, map, type Observable } from 'rxjs';
import { inSteps } from '../http/in-steps.ts';
import { inPieces } from '../http/pieces.ts';
import { type ApiResponse, json } from '../http/response.ts';
import { listSteps, takesSteps } from '../list/list.ts';
import { checkListQuery, checkListVersion } from '../query/check-list-query.ts';
import { listQuery } from '../query/list-query.ts';
import { notANumber, revisionOf } from '../query/resource-version.ts';
import { selectionOf } from '../query/selection.ts';
import { find } from '../registry/context.ts';
import { notFound, plainError } from '../status/refusals.ts';
import { shown } from '../wire/form.ts';
import { listBody } from '../wire/list-body.ts';
import { awaitRevision } from './await-revision.ts';
import { type Operation, viewOf } from './operation.ts';

/** Handles the GET of one object. The server ignores the parameter `watch` (P27–P29, P57). */
export function getObject(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  const { resourceVersion } = listQuery(request.query, server.shardedLists);
  if (resourceVersion !== '' && revisionOf(resourceVersion) === undefined) {
    throw plainError(notANumber(resourceVersion));
  }
  return awaitRevision(server, resourceVersion).pipe(
    map(() => {
      const object = find(server, resource, path);
      if (object === undefined) throw notFound(resource, path.name);
      return json(shown(viewOf(operation), object));
    }),
  );
}

/** Handles the GET of a collection (P1–P26). */
export function listObjects(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  const query = listQuery(request.query, server.shardedLists);
  checkListQuery(query);
  checkListVersion(query);
  const { resourceVersion } = query;
  const selection = selectionOf(resource, path.namespace, query);
  return awaitRevision(server, query.continue === '' ? resourceVersion : '').pipe(
    concatMap(() => {
      const { storage } = server;
      const collection = storage.collection(resource.id);
      return inSteps(
        request,
        () => listSteps(collection, selection, query, () => storage.revision),
        takesSteps(selection) ? server.selectionLimit : undefined,
      );
    }),
    concatMap((page) => inPieces(request, listBody(viewOf(operation), page, selection.shards))),
  );
}
