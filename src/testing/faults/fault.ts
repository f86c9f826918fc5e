import type { KubeObject } from '../../objects/index.ts';
import type { ListerWatcher } from '../../source/index.ts';

/** A fault for any source. Each call returns a new source, which counts its own requests. */
export interface Fault {
  <T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T>;
  /** The call that creates the fault, as source code to paste. */
  readonly code: string;
}

/** The requests that a fault applies to, and the point in the answers of these requests. */
export interface FaultPosition {
  /** The verb of the requests. A streaming list counts as a watch. Default: 'both'. */
  readonly on?: 'list' | 'watch' | 'both';
  /**
   * The number of the request to which the fault applies, from 1. Only requests with the verb of `on` count,
   * in the order of subscription. Default: 1 for a fault that ends an answer, and 'every' for a fault that
   * changes an answer.
   */
  readonly nth?: number | 'every';
  /**
   * The point in an answer at which the fault applies: after a number of events of a watch or of pages of a
   * list, or after `ms`. The fault does not apply to an answer that ends earlier. It also does not apply to a
   * list without a further page: each page is a request, so no further request exists that could fail.
   */
  readonly after?: number | { readonly ms: number };
}
