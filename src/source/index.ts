/** Room `source`: the contract of a transport, and the list and watch requests made over one. */
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
export type { KubeRequest, Transport } from './transport.ts';
export { malformation } from './well-formed.ts';
