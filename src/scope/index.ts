/**
 * Entry point `rx-informer/scope`: sources that change at run time, and sources of metadata and of Tables.
 *
 * @packageDocumentation
 */
export { listableNamespaces, type ListableNamespacesOptions } from './listable-namespaces.ts';
export { switchSource } from './switch-source.ts';
export { metadataWatch } from './metadata-watch.ts';
export type { TableColumn } from './machine/table-column-sets.ts';
export { type TableRow, tableWatch, type TableWatchOptions } from './table-watch.ts';
export { metadataTransport, type PartialObjectMetadata } from '../representations/index.ts';
export { informerSet, type InformerSet, type InformerSetOptions } from './informer-set.ts';
export type { InformerSetStatus } from './machine/set-status.ts';
