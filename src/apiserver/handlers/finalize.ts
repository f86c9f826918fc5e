import type { Observable } from 'rxjs';
import { inSteps } from '../http/in-steps.ts';
import { readObject } from '../http/read-body.ts';
import { type ApiResponse, json } from '../http/response.ts';
import { warned } from '../http/warnings.ts';
import { finalize } from '../registry/finalize.ts';
import { type Operation, requesterOf } from './operation.ts';
import { writeOptions } from './write-options.ts';

/**
 * Handles the PUT of `namespaces/NAME/finalize`. The PUT changes only the metadata and `spec.finalizers` of the
 * namespace.
 */
export function finalizeNamespace(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  return inSteps(request, () =>
    warned(function* (warn) {
      const given = writeOptions(request, 'UpdateOptions');
      const options = { ...given, requester: requesterOf(operation), warn };
      yield;
      return json(finalize(server, resource, path, readObject(request), options));
    }),
  );
}
