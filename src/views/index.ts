/** Room `views`: what is made of informers: live queries. */
export { query, type Query } from './query.ts';
export { select } from './select.ts';
