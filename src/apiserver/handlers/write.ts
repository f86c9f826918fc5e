import type { Observable } from 'rxjs';
import { inSteps } from '../http/in-steps.ts';
import { type ApiResponse, json } from '../http/response.ts';
import { readObject, readPatch } from '../http/read-body.ts';
import { warned } from '../http/warnings.ts';
import { applySteps } from '../registry/apply.ts';
import { createSteps } from '../registry/create.ts';
import { patch } from '../registry/patch.ts';
import { update, type UpdateOptions, type Written } from '../registry/update.ts';
import type { WrittenPart } from '../registry/next-state.ts';
import { shown } from '../wire/form.ts';
import { authorizeCreate, type Operation, requesterOf, viewOf } from './operation.ts';
import { patchOptions, writeOptions } from './write-options.ts';

/** Handles the POST to a collection (P61–P72). */
export function createObject(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  return written(operation, function* (warn) {
    const options = { ...writeOptions(request, 'CreateOptions'), requester: requesterOf(operation), warn };
    const body = readObject(request);
    yield;
    return { object: yield* createSteps(server, resource, path.namespace, body, options), created: true };
  });
}

/** Handles the PUT of an object or of its status (P76–P79, P84). */
export function updateObject(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  return written(operation, function* (warn) {
    const given = writeOptions(request, 'UpdateOptions');
    const options = { ...given, ...subresource(path), ...writer(operation), warn };
    const body = readObject(request);
    yield;
    return update(server, resource, path, body, options);
  });
}

/** Handles the PATCH of an object or of its status (P80–P83, P86–P88). */
export function patchObject(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  return written(operation, function* (warn) {
    const change = readPatch(request, resource.builtIn);
    const given = patchOptions(request, change);
    const options = { ...given, ...subresource(path), ...writer(operation), warn };
    yield;
    return 'apply' in change
      ? yield* applySteps(server, resource, path, change.apply, options)
      : patch(server, resource, path, change, options);
  });
}

/**
 * Performs a write, and responds in the format that the client requests. The work runs in several short time slices,
 * and the server can answer other requests between the time slices.
 */
function written(
  operation: Operation,
  write: (warn: (text: string) => void) => Generator<void, Written>,
): Observable<ApiResponse> {
  return inSteps(operation.request, () =>
    warned(function* (warn) {
      const { object, created } = yield* write(warn);
      yield;
      return json(shown(viewOf(operation), object), created ? 201 : 200);
    }),
  );
}

const writer = (operation: Operation): Pick<UpdateOptions, 'requester' | 'authorizeCreate'> => ({
  requester: requesterOf(operation),
  authorizeCreate: () => authorizeCreate(operation),
});

const subresource = ({ subresource: name }: Operation['path']): { subresource?: WrittenPart } => {
  const part = parts.find((one) => one === name);
  return part === undefined ? {} : { subresource: part };
};

const parts: readonly WrittenPart[] = ['status', 'approval', 'ephemeralcontainers'];
