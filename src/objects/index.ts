/** Room `objects`: the nouns. Dry: nothing here knows RxJS. */
export { asKubeError } from './as-kube-error.ts';
export { aResource, checkNamespaced, checkResource } from './check-resource.ts';
export {
  aBoolean,
  aFunction,
  anAbortSignal,
  anObject,
  anObservable,
  anObserver,
  aString,
  checkArgument,
  checkOptions,
  finite,
  integer,
  milliseconds,
  oneOf,
  type Rule,
} from './check-options.ts';
export { ChunkedList } from './chunked-list.ts';
export { ConnectionError } from './connection-error.ts';
export { copyOf, cutText } from './copy-of.ts';
export { deepFreeze, deepFreezeMembers } from './deep-freeze.ts';
export { edit, type Edit, type JsonPatchOperation } from './edit.ts';
export { elapsed } from './elapsed.ts';
export type { FailureClass } from './failure-class.ts';
export { checkFieldSelector, type FieldRequirement, fieldSelector } from './field-selector.ts';
export { escapeFieldValue, unescapeFieldValue } from './field-value.ts';
export { fnv1a } from './fnv1a.ts';
export { collectionPath, type GroupVersionResource, pathOf } from './group-version-resource.ts';
export { HandlerError } from './handler-error.ts';
export { internStrings } from './intern-strings.ts';
export { isText } from './is-text.ts';
export { isThenable } from './is-thenable.ts';
export { deepestJson, endOfString, type Oversize, textOversize } from './json-text-size.ts';
export { KubeError } from './kube-error.ts';
export type { Dashed, JsonName, JsonValue, KubeJson } from './kube-json.ts';
export type { KnownObjects } from './known-objects.ts';
export type { KubeObject, ObjectKey, ObjectMeta, OwnerReference, StringMap } from './kube-object.ts';
export {
  type LabelSelector,
  labelSelector,
  type RequirementSelector,
  requirementSelector,
} from './label-selector.ts';
export { checkLabelSelector } from './label-selector-parser.ts';
export type { LabelSelectorSpec } from './label-selector-spec.ts';
export { applyMergePatch, isRecord } from './merge-patch.ts';
export { messageOf } from './message-of.ts';
export { keyOf, splitKey } from './object-key.ts';
export { hidden, OptionsError } from './options-error.ts';
export { ProtocolError } from './protocol-error.ts';
export { compareResourceVersions, isOlderVersion } from './resource-version.ts';
export { type StatusCause, StatusError, type StatusFacts } from './status-error.ts';
export { textsOf } from './texts-of.ts';
