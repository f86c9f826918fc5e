/** Room `source`: the contract of a transport, and the list and watch requests made over one. */
export { listWatch } from './list-watch.ts';
export type {
  BookmarkEvent,
  IncidentListener,
  ListerWatcher,
  ListOptions,
  ListPage,
  ObjectEvent,
  WatchEvent,
  WatchOptions,
} from './lister-watcher.ts';
export { refused } from './refused.ts';
export { requestTarget } from './request-target.ts';
export type { ListWatchOptions, Scope } from './scope.ts';
export { statusErrorOf } from './status-error-of.ts';
export type { KubeRequest, Transport } from './transport.ts';
export { brokenOffError, credentialsError, noAnswerError } from './transport-errors.ts';
export { malformation } from './well-formed.ts';
