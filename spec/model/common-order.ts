import type { KubeObject } from 'rx-informer';
import type { HandlerCall } from './subject.ts';
import { inWords, keyIn } from './virtual-server.ts';

/**
 * All subscribers of an informer see changes in the same order. The type says which calls a subscriber receives:
 * - `whole`: all calls
 * - `lossy`: some of the calls, in the common order
 * - `by key`: some of the calls; only calls for the same object keep the common order
 */
export type Share = 'whole' | 'lossy' | 'by key';

/** The calls that one subscriber has received, in order. */
export class Sequence {
  share: Share;
  readonly seen: string[] = [];
  #snapshot: number;

  /**
   * @param snapshot - number of calls for existing objects; these calls come first, and their order does not count
   */
  constructor(share: Share, snapshot: number) {
    this.share = share;
    this.#snapshot = snapshot;
  }

  receive({ type, object, old }: HandlerCall): void {
    if (this.#snapshot > 0 && this.share === 'whole') this.#snapshot--;
    else if (old !== object) this.seen.push(itemOf(type, object)); // resyncs differ between subscribers
  }
}

/**
 * Returns a handler call as text. The text starts with the key of the object, because `by key` compares the calls of
 * each object.
 */
const itemOf = (type: HandlerCall['type'], object: KubeObject): string =>
  `${keyIn(object)}: ${type} ${inWords(object)}`;

/**
 * Whether two subscribers have received the same calls since the later subscriber joined. The function may be used
 * only if both subscribers receive all calls, and no call waits in a buffer.
 */
export function endAlike({ seen: a }: Sequence, { seen: b }: Sequence): boolean {
  const [all, end] = a.length < b.length ? [b, a] : [a, b];
  return end.every((item, nth) => item === all[all.length - end.length + nth]);
}

/** Whether the calls that both subscribers have received came in the same order. */
export const areInOneOrder = (a: Sequence, b: Sequence): boolean =>
  groupsOf(a, b).every(([one, other]) => isOneOrder(one, other));

/**
 * Returns the pairs of sequences to compare. If the buffer of one subscriber merges waiting changes, the result has
 * one pair for each object. Otherwise the result has one pair with all calls.
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
 * Whether the items that are in both lists have the same order. Ignores items that one list contains twice, because a
 * server may repeat an event.
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
