import { BehaviorSubject, type Observable } from 'rxjs';
import { asKubeError } from '../objects/index.ts';
import type { ReflectorStatus } from '../reflector/index.ts';
import type { InformerStatus } from './informer-types.ts';

/** The status of an informer: that of its reflector, and whether the store has synced. */
export interface StatusKeeper {
  readonly status$: Observable<InformerStatus>;
  readonly tell: (status: ReflectorStatus) => void;
  /** Repeats the last transition if the store has synced since. */
  readonly storeWritten: () => void;
  /** The run has ended with an error, which the reflector may have told already. */
  readonly failed: (error: unknown) => void;
}

export function keepStatus(store: { readonly hasSynced: boolean }): StatusKeeper {
  const status = new BehaviorSubject<InformerStatus>({ phase: 'stopped', hasSynced: false });
  let transition: ReflectorStatus = { phase: 'stopped' };
  const hasFailed = (): boolean => status.value.phase === 'stopped' && status.value.error !== undefined;
  const tell = (next: ReflectorStatus): void => {
    // What is torn down behind an error stops as well.
    if (hasFailed() && next.phase === 'stopped' && next.error === undefined && next.gated !== true) return;
    if (!('incident' in next)) transition = next;
    else if (next.incidents !== undefined) transition = { ...transition, incidents: next.incidents };
    status.next({ ...next, hasSynced: store.hasSynced });
  };

  return {
    status$: status.asObservable(),
    tell,
    storeWritten() {
      if (status.value.hasSynced !== store.hasSynced) tell(transition);
    },
    failed(error) {
      if (!hasFailed()) tell({ phase: 'stopped', error: asKubeError(error, 'the informer') });
    },
  };
}
