import { type ApiResponse, json } from '../http/response.ts';
import { readObject, readPatch } from '../http/read-body.ts';
import { create } from '../registry/create.ts';
import { patch } from '../registry/patch.ts';
import { update, type Written } from '../registry/update.ts';
import { fieldNotSupported, invalid } from '../status/invalid.ts';
import type { Operation } from './operation.ts';

/** POST to a collection (P61–P72). */
export function createObject({ server, request, resource, path }: Operation): ApiResponse {
  const dryRun = isDryRun(request.query, 'CreateOptions');
  return json(create(server, resource, path.namespace, readObject(request), { dryRun }), 201);
}

/** PUT of an object or its status (P76–P79, P84). */
export function updateObject({ server, request, resource, path }: Operation): ApiResponse {
  const dryRun = isDryRun(request.query, 'UpdateOptions');
  return written(update(server, resource, path, readObject(request), { dryRun, ...subresource(path) }));
}

/** PATCH of an object or its status (P80–P83). */
export function patchObject({ server, request, resource, path }: Operation): ApiResponse {
  const dryRun = isDryRun(request.query, 'PatchOptions');
  return written(
    patch(server, resource, path, readPatch(request, resource.builtIn), { dryRun, ...subresource(path) }),
  );
}

/**
 * Whether nothing is to be stored.
 *
 * @throws Refusal 422 for any word but `All` (P72)
 */
export function isDryRun(query: URLSearchParams, kind: string): boolean {
  const words = query.getAll('dryRun').filter((word) => word !== '');
  if (words.some((word) => word !== 'All')) {
    throw invalid({ group: 'meta.k8s.io', kind }, '', [fieldNotSupported('dryRun', words, ['All'])]);
  }
  return words.length > 0;
}

function written({ object, created }: Written): ApiResponse {
  return json(object, created ? 201 : 200);
}

const subresource = ({ subresource }: Operation['path']): { subresource?: 'status' } =>
  subresource === 'status' ? { subresource } : {};
