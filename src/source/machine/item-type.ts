import { isRecord } from '../../objects/index.ts';

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
