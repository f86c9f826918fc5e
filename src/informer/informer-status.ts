import { BehaviorSubject, type Observable } from 'rxjs';
import type { ReflectorStatus } from '../reflector/index.ts';
import type { InformerStatus } from './informer-types.ts';

/** The last status of an informer, and a word more in it: whether its store has synced. */
export interface StatusKeeper {
  readonly status$: Observable<InformerStatus>;
  tell(status: ReflectorStatus): void;
  /** Tells the last status again if the store has synced since. */
  storeWritten(): void;
}

export function keepStatus(store: { readonly hasSynced: boolean }): StatusKeeper {
  const status = new BehaviorSubject<InformerStatus>({ phase: 'stopped', hasSynced: false });
  const tell = (next: ReflectorStatus): void => status.next({ ...next, hasSynced: store.hasSynced });

  return {
    status$: status.asObservable(),
    tell,
    storeWritten() {
      const last = status.value;
      if (last.hasSynced === store.hasSynced) return;
      if ('incident' in last) {
        const { incident: _, ...transition } = last; // it was told once
        tell(transition);
      } else {
        tell(last);
      }
    },
  };
}
