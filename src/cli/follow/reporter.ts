import type { OperatorFunction } from 'rxjs';
import type { InformerStatus } from '../../informer/index.ts';
import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { Output } from '../output/output.ts';

/** Formats changes, statuses and notices as lines, for people or for programs. */
export interface Reporter {
  change(resource: GroupVersionResource, change: Change<KubeObject>, output: Output): void;
  /**
   * Returns an operator that formats statuses.
   *
   * @param size - returns the current number of objects
   */
  statuses(resource: GroupVersionResource, size: () => number): OperatorFunction<InformerStatus, string>;
  /**
   * Formats a notice: a message that is neither a change nor a status. `resource` is `undefined` if the notice is not
   * about a collection.
   */
  notice(resource: GroupVersionResource | undefined, text: string): string;
}
