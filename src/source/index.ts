/** Room `source`: the contract of a transport, and the list and watch requests made over one. */
export { concealedError } from './concealed-error.ts';
export { listWatch } from './list-watch.ts';
export { aResource, aTransport } from './list-watch-rules.ts';
export { createEventReader } from './machine/event-reader.ts';
export { createFrameSplitter } from './machine/frame-splitter.ts';
export { lend, reclaim } from './machine/lent-chunks.ts';
export { createPageReader } from './machine/page-reader.ts';
export { inSlices } from './in-slices.ts';
export {
  aListerWatcher,
  type BookmarkEvent,
  type HeldObjects,
  type IncidentListener,
  type ListerWatcher,
  type ListOptions,
  type ListPage,
  type ObjectEvent,
  type WatchEvent,
  type WatchOptions,
} from './lister-watcher.ts';
export { refused } from './refused.ts';
export { secretsIn } from './secrets-in.ts';
export { type Concealer, createConcealer } from './concealing.ts';
export { requestTarget } from './request-target.ts';
export type { ListWatchOptions, Scope } from './scope.ts';
export { statusErrorOf } from './status-error-of.ts';
export type { KubeRequest, Transport } from './transport.ts';
export { brokenOffError, credentialsError, noAnswerError } from './transport-errors.ts';
export { malformation } from './well-formed.ts';
