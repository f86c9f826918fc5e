import { BehaviorSubject, merge, type Observable } from 'rxjs';
import {
  type Change,
  informer,
  type KubeObject,
  type ListerWatcher,
  listWatch,
  type Transport,
} from '../../../src/index.ts';
import { informerSet } from '../../../src/scope/index.ts';
import { atOnce } from '../variants/at-once.ts';

/** One way to cache the pods of many namespaces. */
interface SetProgram {
  /** A subscription starts the program. */
  readonly changes$: Observable<Change<KubeObject>>;
  readonly hasSynced: () => boolean;
  readonly list: () => readonly KubeObject[];
  /** Replaces the set of namespaces. Absent if the program cannot do that. */
  readonly setNamespaces?: (names: readonly string[]) => void;
}

/** The measured programs by name. */
export const programs: Readonly<
  Record<string, (transport: Transport, namespaces: readonly string[]) => SetProgram>
> = {
  'one informer': (transport) => {
    const pods = informer(podsOf(transport), { reflect });
    return {
      changes$: pods.changes(),
      hasSynced: () => pods.store.hasSynced,
      list: () => pods.store.list(),
    };
  },
  'an informer per namespace': (transport, namespaces) => {
    const all = namespaces.map((namespace) => informer(podsOf(transport, namespace), { reflect }));
    return {
      changes$: merge(...all.map((pods) => pods.changes())),
      hasSynced: () => all.every(({ store }) => store.hasSynced),
      list: () => all.flatMap(({ store }) => store.list()),
    };
  },
  informerSet: (transport, namespaces) => {
    const names$ = new BehaviorSubject(namespaces);
    const pods = informerSet(names$, (namespace) => podsOf(transport, namespace), { reflect });
    return {
      changes$: pods.changes(),
      hasSynced: () => pods.store.hasSynced,
      list: () => pods.store.list(),
      setNamespaces: (names) => names$.next(names),
    };
  },
};

const reflect = { streamingList: 'never', ...atOnce } as const;

const podsOf = (transport: Transport, namespace?: string): ListerWatcher<KubeObject> =>
  listWatch(
    transport,
    { group: '', version: 'v1', resource: 'pods' },
    { ...(namespace !== undefined && { namespace }) },
  );
