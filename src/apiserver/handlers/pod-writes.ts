import type { Observable } from 'rxjs';
import { isRecord } from '../../objects/index.ts';
import type { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import { inSteps } from '../http/in-steps.ts';
import { readObject } from '../http/read-body.ts';
import { type ApiResponse, json } from '../http/response.ts';
import { warned } from '../http/warnings.ts';
import { bindPod } from '../registry/bind-pod.ts';
import { evictionSteps } from '../registry/evict-pod.ts';
import { subresourceInput } from '../registry/subresource-input.ts';
import { deleteOptionsOf } from './delete-options.ts';
import type { Operation } from './operation.ts';
import { type WriteOptions, writeOptions } from './write-options.ts';

/** Handles the POST to `pods/NAME/binding`. */
export function createBinding(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  return created(operation, function* (options) {
    yield;
    bindPod(server, resource, path, readObject(request), options);
  });
}

/** Handles the POST to `pods/NAME/eviction`. */
export function createEviction(operation: Operation): Observable<ApiResponse> {
  const { server, request, resource, path } = operation;
  const evict = function* (options: CreationOptions): Generator<void, void> {
    yield;
    const body = readObject(request);
    const version = isRecord(body) && body['apiVersion'] === 'policy/v1beta1' ? 'v1beta1' : 'v1';
    const type = { group: 'policy', version, kind: 'Eviction', apiVersion: `policy/${version}` };
    const { deleteOptions } = subresourceInput(type, 'io.k8s.api.policy.v1.Eviction', body, path, options);
    const how = deleteOptionsOf(isRecord(deleteOptions) ? deleteOptions : {}, options.dryRun);
    yield* evictionSteps(server, resource, path, how);
  };
  return created(operation, evict, server.evictionLimit);
}

/** Answers the POST to `binding` or `eviction` of a pod. The response contains the warnings for the client. */
function created(
  { request }: Operation,
  create: (options: CreationOptions) => Generator<void, void>,
  limit?: ConcurrencyLimit,
): Observable<ApiResponse> {
  const steps = (): Generator<unknown, ApiResponse> =>
    warned(function* (warn) {
      const options = { ...writeOptions(request, 'CreateOptions'), warn };
      yield* create(options);
      return json(success, 201);
    });
  return inSteps(request, steps, limit);
}

type CreationOptions = WriteOptions & { readonly warn: (text: string) => void };

const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
