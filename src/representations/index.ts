/**
 * The folder `representations` contains the representations of a collection that the server offers beside whole objects:
 * the metadata of the objects, and Tables.
 */
export { metadataOf, metadataTransport, type PartialObjectMetadata } from './metadata-transport.ts';
export { deepest, identifyingPart, isNestedTooDeep } from './machine/nested-too-deep.ts';
export { type TableFormat, tableTransport } from './table-transport.ts';
