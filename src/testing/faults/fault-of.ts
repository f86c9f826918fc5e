import { defer, type Observable } from 'rxjs';
import { checkArgument, type KubeObject } from '../../objects/index.ts';
import {
  aListerWatcher,
  type ListerWatcher,
  type ListPage,
  type WatchEvent,
  type WatchOptions,
} from '../../source/index.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { requestFilter } from './position.ts';

/**
 * The two operators of a fault. One operator changes the answers to lists, and one changes the answers to
 * watches.
 */
export interface AnswerChanges {
  readonly list: <T extends KubeObject>(pages$: Observable<ListPage<T>>) => Observable<ListPage<T>>;
  readonly watch: <T extends KubeObject>(
    events$: Observable<WatchEvent<T>>,
    options: WatchOptions,
  ) => Observable<WatchEvent<T>>;
}

/** The name, the code and the position of a fault. */
export interface FaultFacts {
  readonly name: string;
  /** The call that creates the fault, as source code. */
  readonly code: string;
  readonly position: FaultPosition;
}

/** Returns a fault that changes the answers at its position. */
export function faultOf({ name, code, position }: FaultFacts, changes: AnswerChanges): Fault {
  const put = <T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T> => {
    checkArgument(`${name}: source`, source, aListerWatcher);
    const applies = requestFilter(position);
    return {
      list: (options, { onIncident, checkServed } = {}) => {
        const pages$ = source.list(options, { onIncident, checkServed });
        return defer(() => (applies('list') ? changes.list(pages$) : pages$));
      },
      watch: (options = {}, { onIncident, checkServed } = {}) => {
        const events$ = source.watch(options, { onIncident, checkServed });
        return defer(() => (applies('watch') ? changes.watch(events$, options) : events$));
      },
    };
  };
  return Object.assign(put, { code });
}
