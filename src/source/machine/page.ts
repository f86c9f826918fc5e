import { isRecord, isNonEmptyString, type KubeObject, ProtocolError } from '../../objects/index.ts';
import { type Defects, isVersion } from './object-defects.ts';
import { withoutManagedFields } from './managed-fields.ts';
import { isTable, tableError } from './unexpected-answer.ts';

/** A page of a list, checked. */
export interface Page {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
  readonly remainingItemCount: number | undefined;
  /** The token of the next page; absent on the last. */
  readonly next: string | undefined;
}

/**
 * Checks a page and completes its items.
 *
 * Yields before each item, so that a page is completed in slices: one item may take as long as thousands.
 *
 * @param list - the list as parsed
 * @param items - what was parsed apart from it and checked; empty when the list holds its items itself
 * @throws ProtocolError when it is no list of objects
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
      'what answered a list request is no list; is the path right, and is this the API server?',
    );
  }

  const { resourceVersion, remainingItemCount, continue: next } = isRecord(metadata) ? metadata : {};
  if (!isVersion(resourceVersion)) {
    throw new ProtocolError('a list came without metadata.resourceVersion');
  }
  if (typeof (next ?? '') !== 'string') {
    throw new ProtocolError('a list came with a metadata.continue that is no text');
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

/** `kind` and `apiVersion` of a list's items, which those of built-in kinds do not say themselves (P1). */
export interface ItemType {
  readonly kind: string;
  readonly apiVersion: string;
}

/** What the kind of a list says about its items: `PodList` holds Pods, `List` anything. */
export function itemTypeOf(list: unknown): ItemType | undefined {
  if (!isRecord(list)) return undefined;
  const { kind, apiVersion } = list;
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return undefined;
  if (kind.length > longest || apiVersion.length > longest || !/.List$/.test(kind)) return undefined;
  return { kind: kind.slice(0, -'List'.length), apiVersion };
}

/**
 * Characters. A kind has at most 63, and the items of custom resources, whose groups may be longer, say their type themselves. Longer ones
 * are left out: each item would hold a copy of them.
 */
const longest = 128;

/**
 * The text to put in front of an item, in place of its brace. So it is parsed into the very form that a watch gives:
 * the same members in the same order.
 */
export function typePrefix({ kind, apiVersion }: ItemType): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`;
}
