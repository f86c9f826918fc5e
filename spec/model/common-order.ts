import type { KubeObject } from 'rx-informer';
import type { Told } from './subject.ts';
import { inWords, keyIn } from './virtual-server.ts';

/** How much of the common order one is told: all of it, a part of it in its order, or of each object a part. */
export type Share = 'whole' | 'lossy' | 'by key';

/** What one subscriber was told, in order. */
export class Sequence {
  share: Share;
  readonly told: string[] = [];
  #snapshot: number;

  /** @param snapshot - so many it is told of first that had happened before */
  constructor(share: Share, snapshot: number) {
    this.share = share;
    this.#snapshot = snapshot;
  }

  tell({ type, object, old }: Told): void {
    if (this.#snapshot > 0 && this.share === 'whole') this.#snapshot--;
    else if (old !== object) this.told.push(itemOf(type, object)); // a resync is of one's own time
  }
}

/** The key in front, so that what is told of one object can be found. */
const itemOf = (type: Told['type'], object: KubeObject): string =>
  `${keyIn(object)}: ${type} ${inWords(object)}`;

/** Of two who were told the whole, and for whom nothing waits: were they told the same since the later one joined? */
export function endAlike({ told: a }: Sequence, { told: b }: Sequence): boolean {
  const [all, end] = a.length < b.length ? [b, a] : [a, b];
  return end.every((item, nth) => item === all[all.length - end.length + nth]);
}

/** Of any two: did what both were told come in one order? */
export const areInOneOrder = (a: Sequence, b: Sequence): boolean =>
  groupsOf(a, b).every(([one, other]) => isOneOrder(one, other));

/** All of both; or, where one merges what waits of an object, what both were told of each. */
function groupsOf(a: Sequence, b: Sequence): readonly (readonly [readonly string[], readonly string[]])[] {
  if (a.share !== 'by key' && b.share !== 'by key') return [[a.told, b.told]];
  const keyed = (item: string): string => item.slice(0, item.indexOf(':'));
  return [...new Set(a.told.map(keyed))].map((key) => [
    a.told.filter((item) => keyed(item) === key),
    b.told.filter((item) => keyed(item) === key),
  ]);
}

/** What a server repeats may come twice, and says nothing of the order. */
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
