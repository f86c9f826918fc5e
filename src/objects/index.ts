/**
 * The folder `objects` contains types of objects, keys, selectors, errors and checks of options. No file in
 * `objects` imports RxJS.
 */
export { asKubeError, ConnectionError } from './connection-error.ts';
export {
  apiVersionOf,
  aResource,
  checkKind,
  checkNamespaced,
  checkPathSegment,
  checkResource,
  collectionPath,
  defineResource,
  type GroupVersionResource,
  pathOf,
  type Resource,
} from './group-version-resource.ts';
export {
  aBoolean,
  aFunction,
  anAbortSignal,
  anObject,
  anObservable,
  anObserver,
  aString,
  checkArgument,
  checkMembers,
  checkOptions,
  finite,
  integer,
  isThenable,
  milliseconds,
  movedTo,
  oneOf,
  renamedFrom,
  type Rule,
} from './check-options.ts';
export { ChunkedList } from './chunked-list.ts';
export { copyOf, cutText, fnv1a, isNonEmptyString, pickNonEmptyStrings } from './strings.ts';
export { deepFreeze, deepFreezeMembers } from './deep-freeze.ts';
export { edit, type JsonPatchOperation } from './edit.ts';
export {
  type FailureClass,
  HandlerError,
  KubeError,
  messageOf,
  ProtocolError,
  publicMessage,
} from './kube-error.ts';
export {
  checkFieldSelector,
  escapeFieldValue,
  type FieldRequirement,
  fieldSelector,
  unescapeFieldValue,
} from './field-selector.ts';
export { internStrings } from './intern-strings.ts';
export { deepestJson, endOfString, type Oversize, textOversize } from './json-text-size.ts';
export type { JsonValue, KubeJson } from './kube-json.ts';
export type {
  KnownObjects,
  KubeObject,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
  StringMap,
  UntypedObject,
} from './kube-object.ts';
export {
  type LabelSelector,
  labelSelector,
  type RequirementSelector,
  requirementSelector,
} from './label-selector.ts';
export { checkLabelSelector } from './label-selector-parser.ts';
export type { LabelSelectorSpec } from './label-selector-spec.ts';
export { applyMergePatch, isRecord, sameJson } from './merge-patch.ts';
export { keyOf, splitKey, uidOf } from './object-key.ts';
export { REDACTED, OptionsError } from './options-error.ts';
export { compareResourceVersions, isOlderVersion } from './resource-version.ts';
export { type StatusCause, StatusError, type StatusErrorInit } from './status-error.ts';
