import type { KubeObject } from 'rx-informer';
import type { HandlerCall } from './subject.ts';
import { inWords, keyIn } from './virtual-server.ts';

/**
 * The part of the common order that a subscriber receives: all, a part in the same order, or a part for each object.
 */
export type Share = 'whole' | 'lossy' | 'by key';

/** The calls that one subscriber received, in order. */
export class Sequence {
  share: Share;
  readonly seen: string[] = [];
  #snapshot: number;

  /** @param snapshot - the number of first calls for existing objects, which are not in the common order */
  constructor(share: Share, snapshot: number) {
    this.share = share;
    this.#snapshot = snapshot;
  }

  receive({ type, object, old }: HandlerCall): void {
    if (this.#snapshot > 0 && this.share === 'whole') this.#snapshot--;
    else if (old !== object) this.seen.push(itemOf(type, object)); // each subscriber has its own resyncs
  }
}

/** A call as text, which starts with the key, so that the calls of one object can be found. */
const itemOf = (type: HandlerCall['type'], object: KubeObject): string =>
  `${keyIn(object)}: ${type} ${inWords(object)}`;

/** Whether two subscribers with all calls and empty buffers received the same calls since the later one joined. */
export function endAlike({ seen: a }: Sequence, { seen: b }: Sequence): boolean {
  const [all, end] = a.length < b.length ? [b, a] : [a, b];
  return end.every((item, nth) => item === all[all.length - end.length + nth]);
}

/** Whether the common calls of two subscribers came in the same order. */
export const areInOneOrder = (a: Sequence, b: Sequence): boolean =>
  groupsOf(a, b).every(([one, other]) => isOneOrder(one, other));

/**
 * The sequences to compare: all calls of both, or the calls of each object if one subscriber merges waiting changes.
 */
function groupsOf(a: Sequence, b: Sequence): readonly (readonly [readonly string[], readonly string[]])[] {
  if (a.share !== 'by key' && b.share !== 'by key') return [[a.seen, b.seen]];
  const keyed = (item: string): string => item.slice(0, item.indexOf(':'));
  return [...new Set(a.seen.map(keyed))].map((key) => [
    a.seen.filter((item) => keyed(item) === key),
    b.seen.filter((item) => keyed(item) === key),
  ]);
}

/**
 * Whether two lists have their common items in the same order. Ignores items that come twice, which a server may
 * repeat.
 */
function isOneOrder(a: readonly string[], b: readonly string[]): boolean {
  const inB = onceIn(b);
  const places = [...onceIn(a).keys()].flatMap((item) => inB.get(item) ?? []);
  return places.every((place, nth) => nth === 0 || place > (places[nth - 1] ?? 0));
}

function onceIn(items: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  items.forEach((item, nth) => (places.has(item) ? twice.add(item) : places.set(item, nth)));
  for (const item of twice) places.delete(item);
  return places;
}
