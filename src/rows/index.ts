/**
 * The folder `rows` contains the store of an informer whose content follows from other informers, and sends no request.
 */
export { isSameObject, type RowBatch, type RowWrite } from './machine/row-writes.ts';
export { combinedStatus } from './machine/combined-status.ts';
export { rowStore, type RowStoreOptions } from './row-store.ts';
