import { readObject, readPatch } from '../http/read-body.ts';
import { type ApiResponse, json } from '../http/response.ts';
import type { StoredObject } from '../json.ts';
import { applyScale, patchScale as change, scaleOf, updateScale as write } from '../registry/scale.ts';
import { scaleResource } from '../tables/scale-resource.ts';
import { shown } from '../wire/form.ts';
import type { Operation } from './operation.ts';
import { patchOptions, writeOptions } from './write-options.ts';

/** Handles the GET of `/scale` (P85). The response is a Scale or a table. */
export function getScale({ server, resource, form, path }: Operation): ApiResponse {
  const view = { resource: scaleResource(resource), form, now: server.world.now };
  return json(shown(view, scaleOf(server, resource, path) as StoredObject));
}

/** Handles the PUT of `/scale` (P85). */
export function updateScale({ server, request, resource, path }: Operation): ApiResponse {
  const options = writeOptions(request, 'UpdateOptions');
  return json(write(server, resource, path, readObject(request), options));
}

/** Handles the PATCH of `/scale`. The server applies the patch to the scale, not to the object (P85). */
export function patchScale({ server, request, resource, path }: Operation): ApiResponse {
  const patch = readPatch(request, true);
  const options = patchOptions(request, patch);
  return json(
    'apply' in patch
      ? applyScale(server, resource, path, patch.apply, options)
      : change(server, resource, path, patch, options),
  );
}
