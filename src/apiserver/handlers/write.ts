import { type ApiResponse, json } from '../http/response.ts';
import { readObject, readPatch } from '../http/read-body.ts';
import { warned } from '../http/warnings.ts';
import { apply } from '../registry/apply.ts';
import { create } from '../registry/create.ts';
import { patch } from '../registry/patch.ts';
import { update, type UpdateOptions, type Written } from '../registry/update.ts';
import type { WrittenPart } from '../registry/next-state.ts';
import { shown } from '../wire/form.ts';
import { authorizeCreate, type Operation, requesterOf, viewOf } from './operation.ts';
import { patchOptions, writeOptions } from './write-options.ts';

/** POST to a collection (P61–P72). */
export function createObject(operation: Operation): ApiResponse {
  const { server, request, resource, path } = operation;
  const options = { ...writeOptions(request, 'CreateOptions'), requester: requesterOf(operation) };
  return warned((warn) => {
    const object = create(server, resource, path.namespace, readObject(request), { ...options, warn });
    return written(operation, { object, created: true });
  });
}

/** PUT of an object or its status (P76–P79, P84). */
export function updateObject(operation: Operation): ApiResponse {
  const { server, request, resource, path } = operation;
  const given = {
    ...writeOptions(request, 'UpdateOptions'),
    ...subresource(path),
    ...writer(operation),
  };
  return warned((warn) =>
    written(operation, update(server, resource, path, readObject(request), { ...given, warn })),
  );
}

/** PATCH of an object or its status (P80–P83, P86–P88). */
export function patchObject(operation: Operation): ApiResponse {
  const { server, request, resource, path } = operation;
  const change = readPatch(request, resource.builtIn);
  const given = { ...patchOptions(request, change), ...subresource(path), ...writer(operation) };
  return warned((warn) => {
    const options = { ...given, warn };
    return written(
      operation,
      'apply' in change
        ? apply(server, resource, path, change.apply, options)
        : patch(server, resource, path, change, options),
    );
  });
}

/** Shown as it was asked for, as what is read is. */
function written(operation: Operation, { object, created }: Written): ApiResponse {
  return json(shown(viewOf(operation), object), created ? 201 : 200);
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
