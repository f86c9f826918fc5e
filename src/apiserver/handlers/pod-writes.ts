import { isRecord } from '../../objects/index.ts';
import { readObject } from '../http/read-body.ts';
import { type ApiResponse, json } from '../http/response.ts';
import { bindPod } from '../registry/bind-pod.ts';
import { evictPod } from '../registry/evict-pod.ts';
import { subresourceInput } from '../registry/object-input.ts';
import { badRequest } from '../status/refusals.ts';
import { deleteOptionsOf } from './delete-options.ts';
import type { Operation } from './operation.ts';
import { isDryRun } from './write-options.ts';

/** POST to `pods/NAME/binding`. */
export function createBinding({ server, request, resource, path }: Operation): ApiResponse {
  const dryRun = isDryRun(request.query, 'CreateOptions');
  bindPod(server, resource, path, readObject(request), dryRun);
  return json(success, 201);
}

/** POST to `pods/NAME/eviction`. */
export function createEviction({ server, request, resource, path }: Operation): ApiResponse {
  const dryRun = isDryRun(request.query, 'CreateOptions');
  const body = readObject(request);
  const version = isRecord(body) && body['apiVersion'] === 'policy/v1beta1' ? 'v1beta1' : 'v1';
  const type = { group: 'policy', version, kind: 'Eviction', apiVersion: `policy/${version}` };
  const { metadata, deleteOptions } = subresourceInput(type, 'io.k8s.api.policy.v1.Eviction', body);
  if (metadata['name'] !== undefined && metadata['name'] !== path.name)
    throw badRequest('name in URL does not match name in Eviction object');
  const options = deleteOptionsOf(isRecord(deleteOptions) ? deleteOptions : {}, dryRun);
  evictPod(server, resource, path, options);
  return json(success, 201);
}

const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
