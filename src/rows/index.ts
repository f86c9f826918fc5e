/**
 * The folder `rows` contains the store of an informer whose content follows from other informers, and sends no request.
 */
export { type RowBatch, type RowWrite } from './machine/row-writes.ts';
export { worstStatus } from './machine/worst-status.ts';
export { rowStore, type RowStoreOptions } from './row-store.ts';
