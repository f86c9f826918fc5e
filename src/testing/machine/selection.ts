import {
  aString,
  checkOptions,
  fieldSelector,
  isRecord,
  type KubeObject,
  labelSelector,
  type Rule,
} from '../../objects/index.ts';
import type { Scope, WatchEvent } from '../../source/index.ts';
import type { Written } from './history.ts';

/** A function that returns whether a request selects an object of a collection. */
export interface Selection {
  (object: KubeObject): boolean;
  /**
   * Whether the request has a label selector or a field selector. With a selector, a server sends no
   * `remainingItemCount`.
   */
  readonly filters: boolean;
}

/**
 * Creates the selection for a namespace and selectors.
 *
 * @throws OptionsError for an invalid namespace or selector
 */
export function selectionOf(of: string, scope: Scope): Selection {
  checkOptions(of, scope, { namespace: aString, labelSelector: aSelector, fieldSelector: aString });
  const { namespace = '', labelSelector: labels = '', fieldSelector: fields = '' } = scope;
  const byLabels = typeof labels === 'string' ? labelSelector(labels) : labels;
  const byFields = fieldSelector(fields);
  const paths = byFields.requirements.map(({ field }) => field);
  const selects = (object: KubeObject): boolean =>
    (namespace === '' || object.metadata.namespace === namespace) &&
    byLabels.matches(object.metadata.labels) &&
    byFields.matches(Object.fromEntries(paths.map((path) => [path, fieldOf(object, path)])));
  return Object.assign(selects, { filters: String(byLabels) !== '' || paths.length > 0 });
}

/**
 * Returns the event of a write for a watch with the selection `selects`. If an object leaves the selection, the event
 * is DELETED with the last selected state.
 */
export function eventOf<T extends KubeObject>(
  { old, object, deleted }: Written<T>,
  selects: Selection,
): WatchEvent<T> | undefined {
  const was = old !== undefined && selects(old);
  const is = !deleted && selects(object);
  if (is) return { type: was ? 'MODIFIED' : 'ADDED', object };
  if (!was) return undefined;
  if (deleted) return { type: 'DELETED', object };
  const { resourceVersion } = object.metadata;
  return {
    type: 'DELETED',
    object: Object.freeze({ ...old, metadata: Object.freeze({ ...old.metadata, resourceVersion }) }),
  };
}

/**
 * Returns the value of any field of an object. In contrast, a real server supports only a few fields for each
 * kind.
 */
function fieldOf(object: KubeObject, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), object);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

const aSelector: Rule = {
  allowed: 'a label selector: text, or what labelSelector() gives',
  test: (given) =>
    typeof given === 'string' || typeof (given as { matches?: unknown } | null)?.matches === 'function',
};
