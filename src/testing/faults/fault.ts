import type { KubeObject } from '../../objects/index.ts';
import type { ListerWatcher } from '../../source/index.ts';

/** Something that goes wrong, to be put on any source. Each source that it makes counts requests of its own. */
export interface Fault {
  <T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T>;
  /** The call that makes it, to be pasted. */
  readonly code: string;
}

/** Where a fault strikes. */
export interface FaultPosition {
  /** Default 'both'. A streamed list is a watch. */
  readonly on?: 'list' | 'watch' | 'both';
  /**
   * Which of these requests, counted from 1 as they are subscribed to. Default 1 for a fault that ends an answer,
   * 'every' for one that only bends it.
   */
  readonly nth?: number | 'every';
  /**
   * What of the answer passes first: so many events of a watch or pages of a list, or all that comes within `ms`. An
   * answer that is over before is spared, and so is a list without a page more: a page is a request of its own.
   */
  readonly after?: number | { readonly ms: number };
}
