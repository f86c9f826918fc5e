import { BehaviorSubject, type Observable } from 'rxjs';
import type { KubeError } from '../objects/index.ts';
import type { ReflectorStatus } from '../reflector/index.ts';
import type { InformerStatus } from './informer-types.ts';

/** The last status of an informer, and a word more in it: whether its store has synced. */
export interface StatusKeeper {
  readonly status$: Observable<InformerStatus>;
  readonly tell: (status: ReflectorStatus) => void;
  /** Tells the last transition again if the store has synced since. */
  readonly storeWritten: () => void;
  /** The error that stopped the informer; absent while it runs. */
  readonly lastError: () => KubeError | undefined;
}

export function keepStatus(store: { readonly hasSynced: boolean }): StatusKeeper {
  const status = new BehaviorSubject<InformerStatus>({ phase: 'stopped', hasSynced: false });
  let transition: ReflectorStatus = { phase: 'stopped' };
  const tell = (next: ReflectorStatus): void => {
    if (!('incident' in next)) transition = next;
    else if (next.incidents !== undefined) transition = { ...transition, incidents: next.incidents };
    status.next({ ...next, hasSynced: store.hasSynced });
  };

  return {
    status$: status.asObservable(),
    tell,
    lastError: () => (status.value.phase === 'stopped' ? status.value.error : undefined),
    storeWritten() {
      if (status.value.hasSynced !== store.hasSynced) tell(transition);
    },
  };
}
