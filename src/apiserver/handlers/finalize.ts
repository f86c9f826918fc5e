import { readObject } from '../http/read-body.ts';
import { type ApiResponse, json } from '../http/response.ts';
import { finalize } from '../registry/finalize.ts';
import type { Operation } from './operation.ts';
import { isDryRun } from './write-options.ts';

/** PUT of `namespaces/NAME/finalize`: its own finalizers, and nothing else. */
export function finalizeNamespace({ server, request, resource, path }: Operation): ApiResponse {
  const dryRun = isDryRun(request.query, 'UpdateOptions');
  return json(finalize(server, resource, path, readObject(request), dryRun));
}
