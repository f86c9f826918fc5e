import type { Transport } from '../../source/index.ts';

/**
 * Requests metadata, or whole objects from a server that does not support metadata (P105). The media types of a list and a watch
 * differ, because the server rejects the type for one object in a list request.
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
