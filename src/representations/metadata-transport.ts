import type { KubeObject, ObjectMeta } from '../objects/index.ts';
import { checkArgument } from '../objects/index.ts';
import { aTransport, type Transport } from '../source/index.ts';

/** An object of any kind without its spec and its status. */
export interface PartialObjectMetadata extends KubeObject {
  readonly kind: 'PartialObjectMetadata';
  readonly apiVersion: 'meta.k8s.io/v1';
  readonly metadata: ObjectMeta;
}

/**
 * Wraps a transport so that each list and each watch asks for `PartialObjectMetadata`: the metadata of the objects,
 * without spec and status. A list and a watch have different media types, because the server rejects the type for one
 * object in a list request.
 *
 * A server or a proxy that does not support `PartialObjectMetadata` sends whole objects (P105). `metadataWatch` removes
 * their spec and status. Use the transport for lists and watches only: a request for one object would be refused with
 * the status 406. A request that is not a `GET` passes unchanged.
 *
 * @throws OptionsError for an argument that is not a transport
 *
 * @example
 * ```ts
 * const secrets = listWatch<KubeObject>(metadataTransport(transport), core.v1.secrets);
 * const names$ = query(informer(secrets)).pipe(map((objects) => objects.map(({ metadata }) => metadata.name)));
 * ```
 */
export function metadataTransport(transport: Transport): Transport {
  checkArgument('metadataTransport: transport', transport, aTransport);
  return {
    redact: (text) => transport.redact?.(text) ?? text,
    open: (request) => {
      if ((request.method ?? 'GET') !== 'GET') return transport.open(request);
      const as = request.query?.['watch'] === 'true' ? 'PartialObjectMetadata' : 'PartialObjectMetadataList';
      const accept = `application/json;as=${as};v=v1;g=meta.k8s.io,application/json`;
      return transport.open({ ...request, headers: { ...request.headers, accept } });
    },
  };
}

/** Removes the spec and the status of an object, if the server has sent them. */
export function metadataOf(object: KubeObject): PartialObjectMetadata {
  const { kind, apiVersion, metadata } = object;
  if (kind === 'PartialObjectMetadata' && apiVersion === 'meta.k8s.io/v1')
    return object as PartialObjectMetadata;
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}
