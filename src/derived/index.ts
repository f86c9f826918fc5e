/**
 * Entry point `rx-informer/derived`: informers whose content follows from other informers, and sends no request.
 *
 * @packageDocumentation
 */
export { type DerivedOptions, where } from './where.ts';
export { type JoinedRow, join, type JoinOptions } from './join.ts';
