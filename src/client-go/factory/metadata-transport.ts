import type { Transport } from '../../source/index.ts';

/**
 * Asks for metadata instead of objects, and for objects where there is no such form (P105). A list and what a watch
 * tells are of two forms: the server refuses a list that is asked for as one object.
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
