import type { KubeObject } from '../objects/index.ts';
import type { StoreSubject } from './store-subject.ts';

/** Under this a store has it, and no other: it is for the rooms of this library. */
const isFree = Symbol('isFree');

/** For a store with a line of writers. */
export function freeAs(free: () => boolean): object {
  return { [isFree]: free };
}

/**
 * Whether `next` would write before it returns. Where it would not, who writes can neither take it back nor hear of its
 * error: `apply` can both. A question, for `apply` costs each event a subscription.
 */
export function writesAtOnce<T extends KubeObject>(store: StoreSubject<T>): boolean {
  return (store as { readonly [isFree]?: () => boolean })[isFree]?.() === true;
}
