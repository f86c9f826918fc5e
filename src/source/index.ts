/** The folder `source` contains the interface of a transport, and lists and watches over a transport. */
export { checkCredentialsRoute, hasCredentials } from './check-credentials-route.ts';
export {
  redactError,
  type CredentialRedactor,
  createCredentialRedactor,
  redactTokens,
  credentialsInHeaders,
} from './redact.ts';
export { reportLateAnswer } from './late-answer.ts';
export { aHeadersTimeout, type HeadersTimeout, headersWithin } from './headers-within.ts';
export { listWatch } from './list-watch.ts';
export { aTransport, type ListWatchOptions, type Scope } from './list-watch-options.ts';
export { createEventReader } from './machine/event-reader.ts';
export { type ByteSearch, searchFor } from './machine/index-of-bytes.ts';
export { createFrameSplitter } from './machine/frame-splitter.ts';
export { createByteWindow, transferChunk, detachReleased } from './machine/byte-window.ts';
export { createJsonParser } from './machine/json-parser.ts';
export { findManagedFields, withoutManagedFields } from './machine/managed-fields.ts';
export { addShape, createObjectShapes, withName } from './machine/object-shapes.ts';
export { createPageReader } from './machine/page-reader.ts';
export {
  beginsAsWebPage,
  excerptOf,
  isTable,
  tableError,
  webPageError,
} from './machine/unexpected-answer.ts';
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
export { exceptWebPages, explainErrors, isSuccessStatus, throwErrorResponse } from './error-response.ts';
export {
  type KubeRequest,
  requestLine,
  requestTarget,
  type Transport,
  withoutTrailingSlashes,
} from './transport.ts';
export { reportWarnings } from './warning-header.ts';
export { redirectText, statusErrorFrom, statusErrorOf, withText } from './status-error-of.ts';
export { brokenOffError, credentialsError, noAnswerError } from './transport-errors.ts';
export { isWellFormed, objectDefect } from './machine/object-defects.ts';
