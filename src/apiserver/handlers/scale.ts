import { readObject, readPatch } from '../http/read-body.ts';
import { type ApiResponse, json } from '../http/response.ts';
import { patchScale as change, scaleOf, updateScale as write } from '../registry/scale.ts';
import { unsupportedMediaType } from '../status/refusals.ts';
import type { Operation } from './operation.ts';
import { isDryRun } from './write-options.ts';

/** GET of `/scale` (P85). */
export function getScale({ server, resource, path }: Operation): ApiResponse {
  return json(scaleOf(server, resource, path));
}

/** PUT of `/scale` (P85). */
export function updateScale({ server, request, resource, path }: Operation): ApiResponse {
  const dryRun = isDryRun(request.query, 'UpdateOptions');
  return json(write(server, resource, path, readObject(request), { dryRun }));
}

/** PATCH of `/scale`: the patch is made for the scale, not for the object (P85). */
export function patchScale({ server, request, resource, path }: Operation): ApiResponse {
  const dryRun = isDryRun(request.query, 'PatchOptions');
  const patch = readPatch(request, true);
  if ('apply' in patch) throw unsupportedMediaType([]);
  return json(change(server, resource, path, patch, { dryRun }));
}
