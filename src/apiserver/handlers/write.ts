import { type ApiResponse, json } from '../http/response.ts';
import { readObject, readPatch } from '../http/read-body.ts';
import { warned } from '../http/warnings.ts';
import { apply } from '../registry/apply.ts';
import { create } from '../registry/create.ts';
import { patch } from '../registry/patch.ts';
import { update, type Written } from '../registry/update.ts';
import type { Operation } from './operation.ts';
import { patchOptions, writeOptions } from './write-options.ts';

/** POST to a collection (P61–P72). */
export function createObject({ server, request, resource, path }: Operation): ApiResponse {
  const options = writeOptions(request, 'CreateOptions');
  return warned((warn) =>
    json(create(server, resource, path.namespace, readObject(request), { ...options, warn }), 201),
  );
}

/** PUT of an object or its status (P76–P79, P84). */
export function updateObject({ server, request, resource, path }: Operation): ApiResponse {
  const options = writeOptions(request, 'UpdateOptions');
  return warned((warn) =>
    written(update(server, resource, path, readObject(request), { ...options, ...subresource(path), warn })),
  );
}

/** PATCH of an object or its status (P80–P83, P86–P88). */
export function patchObject({ server, request, resource, path }: Operation): ApiResponse {
  const change = readPatch(request, resource.builtIn);
  const given = { ...patchOptions(request, change), ...subresource(path) };
  return warned((warn) => {
    const options = { ...given, warn };
    return written(
      'apply' in change
        ? apply(server, resource, path, change.apply, options)
        : patch(server, resource, path, change, options),
    );
  });
}

function written({ object, created }: Written): ApiResponse {
  return json(object, created ? 201 : 200);
}

const subresource = ({ subresource }: Operation['path']): { subresource?: 'status' } =>
  subresource === 'status' ? { subresource } : {};
