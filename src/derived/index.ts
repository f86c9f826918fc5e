/**
 * Entry point `rx-informer/derived`: informers and windows of rows whose content follows from other informers. They send
 * no request.
 *
 * @packageDocumentation
 */
export type { InputInformer } from './derived-informer.ts';
export { type DerivedOptions, where } from './where.ts';
export { groupBy, groupCount, type GroupOptions } from './group-by.ts';
export type { GroupFold, GroupsOf } from './machine/group-sums.ts';
export { iterateChanges, type IterateOptions } from './iterate-changes.ts';
export { type JoinedRow, join, type JoinOptions } from './join.ts';
export {
  queryWindow,
  type QueryWindow,
  type RowPatch,
  type RowRange,
  type WindowQuery,
} from '../views/index.ts';
