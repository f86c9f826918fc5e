import type { Transport } from '../../source/index.ts';

/**
 * Wraps a transport so that each request asks for `PartialObjectMetadata`. A server that does not support
 * `PartialObjectMetadata` sends whole objects (P105). A list and a watch have different media types, because
 * the server rejects the type for one object in a list request.
 */
export function metadataTransport(transport: Transport): Transport {
  return {
    redact: (text) => transport.redact?.(text) ?? text,
    open: ({ headers, ...request }) => {
      const as = request.query?.['watch'] === 'true' ? 'PartialObjectMetadata' : 'PartialObjectMetadataList';
      const accept = `application/json;as=${as};v=v1;g=meta.k8s.io,application/json`;
      return transport.open({ ...request, headers: { ...headers, accept } });
    },
  };
}
