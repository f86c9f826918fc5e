/** Room `source`: the contract of a transport, and the list and watch requests made over one. */
export { checkCredentialsRoute, hasCredentials } from './check-credentials-route.ts';
export { concealedError } from './concealed-error.ts';
export { exceptWebPages } from './except-web-pages.ts';
export { reportLateAnswer } from './late-answer.ts';
export { aHeadersTimeout, type HeadersTimeout, headersWithin } from './headers-within.ts';
export { hideTokens } from './hide-tokens.ts';
export { listWatch } from './list-watch.ts';
export { aTransport } from './list-watch-rules.ts';
export { createEventReader } from './machine/event-reader.ts';
export { createFrameSplitter } from './machine/frame-splitter.ts';
export { lend, reclaim } from './machine/lent-chunks.ts';
export { addShape, createObjectShapes, withName } from './machine/object-shapes.ts';
export { createPageReader } from './machine/page-reader.ts';
export { beginsAsWebPage, webPageError } from './machine/web-page.ts';
export { readInSlices } from './read-in-slices.ts';
export { createSizeGuard } from './machine/size-guard.ts';
export {
  aListerWatcher,
  checkSource,
  type BookmarkEvent,
  type IncidentListener,
  type ListerWatcher,
  type ListerWatcherHooks,
  type ListOptions,
  type ListPage,
  type ObjectEvent,
  type WatchEvent,
  type WatchOptions,
} from './lister-watcher.ts';
export { isAnswer, refused } from './refused.ts';
export { secretsIn } from './secrets-in.ts';
export { type Concealer, createConcealer } from './concealing.ts';
export { requestTarget, withoutTrailingSlashes } from './request-target.ts';
export type { ListWatchOptions, Scope } from './scope.ts';
export { redirectText, statusErrorOf } from './status-error-of.ts';
export type { KubeRequest, Transport } from './transport.ts';
export { brokenOffError, credentialsError, noAnswerError } from './transport-errors.ts';
export { isWellFormed, malformation } from './well-formed.ts';
