import type { OperatorFunction } from 'rxjs';
import type { InformerStatus } from '../../informer/index.ts';
import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { Output } from '../output/output.ts';

/** How what happens becomes lines: for people, or for programs. */
export interface Reporter {
  /** Prints a change. */
  change(resource: GroupVersionResource, change: Change<KubeObject>, output: Output): void;
  /** @param size - how many objects there are now */
  statuses(resource: GroupVersionResource, size: () => number): OperatorFunction<InformerStatus, string>;
  /** Something that is not of the collection itself; `undefined`: of none. */
  notice(resource: GroupVersionResource | undefined, text: string): string;
}
