import type { KubeObject } from '../../objects/index.ts';
import type { ListerWatcher } from '../../source/index.ts';

/** A fault for any source. Each call returns a new source, which counts its own requests. */
export interface Fault {
  <T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T>;
  /** The call that creates the fault, as source code to paste. */
  readonly code: string;
}

/** The requests that a fault applies to, and the point in their answers. */
export interface FaultPosition {
  /** The verb of the requests; a streaming list is a watch. Default 'both'. */
  readonly on?: 'list' | 'watch' | 'both';
  /**
   * Which of these requests, counted from 1 in the order of subscription. Default: 1 for a fault that ends an answer,
   * 'every' for a fault that only changes it.
   */
  readonly nth?: number | 'every';
  /**
   * The part of the answer that passes first: a number of events of a watch or pages of a list, or everything within
   * `ms`. The fault does not apply to an answer that ends before that. The fault also does not apply to a list without
   * a further page, because each page is a request.
   */
  readonly after?: number | { readonly ms: number };
}
