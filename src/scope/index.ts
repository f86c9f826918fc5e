/**
 * Entry point `rx-informer/scope`: sources that change at run time, and sources of metadata and of Tables.
 *
 * @packageDocumentation
 */
export { metadataTransport, type PartialObjectMetadata } from '../representations/index.ts';
export { informerSet, type InformerSet, type InformerSetOptions } from './informer-set.ts';
export type { InformerSetStatus } from './machine/set-status.ts';
