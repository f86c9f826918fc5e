/** The folder `views` contains live queries of informers. */
export { query, type Query } from './query.ts';
export { select } from './select.ts';
export { anInformer } from './when-synced.ts';
