import { isRecord, isNonEmptyString, type KubeObject, ProtocolError } from '../../objects/index.ts';
import { type Defects, isVersion } from './object-defects.ts';
import { withoutManagedFields } from './managed-fields.ts';
import { isTable, tableError } from './unexpected-answer.ts';

export interface Page {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
  readonly remainingItemCount: number | undefined;
  /** The continue token for the next page. The last page has no token. */
  readonly next: string | undefined;
}

/**
 * Validates a page of a list and completes its items. The generator yields before each item so that the
 * caller can pause, because one item can take as long as thousands of others.
 *
 * @param list - the parsed list
 * @param items - the items that were parsed and validated separately. The array is empty if the items are in
 * `list`
 * @throws ProtocolError for any value that is not a list of objects
 */
export function* pageOf(
  list: unknown,
  items: readonly unknown[],
  keepManagedFields: boolean,
  defects: Defects,
): Generator<void, Page> {
  if (isTable(list)) throw tableError('a list');
  const type = itemTypeOf(list);
  const { kind, metadata, items: own = type && [] } = isRecord(list) ? list : {};
  const all = items.length > 0 ? items : (own ?? []);
  if (own === undefined || !Array.isArray(all) || kind === 'Status') {
    throw new ProtocolError(
      'the answer to a list request is not a list; is the path right, and is this the API server?',
    );
  }

  const { resourceVersion, remainingItemCount, continue: next } = isRecord(metadata) ? metadata : {};
  if (!isVersion(resourceVersion)) {
    throw new ProtocolError('a list came without metadata.resourceVersion');
  }
  if (typeof (next ?? '') !== 'string') {
    throw new ProtocolError('a list came with a metadata.continue that is not a string');
  }

  const whole: KubeObject[] = [];
  for (const item of all as readonly KubeObject[]) {
    yield;
    if (all !== items && !defects.accepts(item)) continue;
    const lean = keepManagedFields ? item : withoutManagedFields(item);
    const isTyped = type === undefined || (lean.kind !== undefined && lean.apiVersion !== undefined);
    whole.push(isTyped ? lean : { ...type, ...lean });
  }
  return {
    items: whole,
    resourceVersion,
    remainingItemCount: typeof remainingItemCount === 'number' ? remainingItemCount : undefined,
    next: isNonEmptyString(next) ? next : undefined,
  };
}

/**
 * The `kind` and `apiVersion` of the items of a list. In a list of a built-in kind, the items themselves do
 * not have these members (P1).
 */
export interface ItemType {
  readonly kind: string;
  readonly apiVersion: string;
}

/**
 * Returns the type of the items of a list, from the kind of the list. For example, a `PodList` contains Pods.
 * A `List` can contain items of any type, so the result is then `undefined`.
 */
export function itemTypeOf(list: unknown): ItemType | undefined {
  if (!isRecord(list)) return undefined;
  const { kind, apiVersion } = list;
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return undefined;
  if (kind.length > maxTypeLength || apiVersion.length > maxTypeLength || !/.List$/.test(kind))
    return undefined;
  return { kind: kind.slice(0, -'List'.length), apiVersion };
}

/**
 * The maximum number of characters of a type. A kind has at most 63 characters. A group of custom resources
 * can be longer, but custom resources have their own type. A longer type is ignored, because each item would
 * contain a copy of the type.
 */
const maxTypeLength = 128;

/**
 * Returns the text that replaces the opening brace of an item in the JSON. The parsed item then has the same
 * members in the same order as an object of a watch.
 */
export function typePrefix({ kind, apiVersion }: ItemType): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`;
}
