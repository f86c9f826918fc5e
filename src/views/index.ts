/** The folder `views` contains live queries of informers. */
export { query, type Query } from './query.ts';
export { select } from './select.ts';
export { queryWindow, type WindowQuery } from './query-window.ts';
export type { QueryWindow, RowPatch, RowRange } from './machine/row-window.ts';
export { anInformer, liveResult } from './live-result.ts';
export { LatestByKey } from './machine/latest-by-key.ts';
