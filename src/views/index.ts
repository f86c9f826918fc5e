/** Room `views`: live queries over informers. */
export { query, type Query } from './query.ts';
export { select } from './select.ts';
