import type { Transport } from '../../source/index.ts';

/**
 * Requests metadata, and whole objects from a server that has no metadata form (P105). A list needs another form than a
 * watch, because the server rejects the form for one object in a list request.
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
