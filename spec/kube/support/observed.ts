import { expect } from '@jest/globals';
import {
  type Change,
  type Informer,
  informer,
  type InformerStatus,
  type KubeObject,
  listWatch,
  type ReflectOptions,
  type Transport,
} from 'rx-informer';
import { Subscription } from 'rxjs';
import { eventually } from './eventually.ts';
import { expectNothingLost, expectSameAsServer } from './expectations.ts';
import type { Workbench } from './workbench.ts';

/** An informer over a workbench that runs, and all that it has told. */
export interface Observed<T extends KubeObject> {
  readonly informer: Informer<T>;
  readonly changes: readonly Change<T>[];
  /** How large the store was after each batch, every size once. */
  readonly sizes: ReadonlySet<number>;
  readonly statuses: readonly InformerStatus[];
  hasSynced(): Promise<void>;
  /** Waits until the store equals what the server has, object by object; the writing must have ended. */
  sameAsServer(): Promise<void>;
  /** That nothing was told in contradiction, twice, or not at all; see `expectations.ts`. */
  expectNothingLost(gaps?: 'gaps'): void;
}

let running = new Subscription();

/** For `afterEach`: stops whatever the spec observes. */
export function stopObserving(): void {
  running.unsubscribe();
  running = new Subscription();
}

export function observe<T extends KubeObject>(
  bench: Workbench<T>,
  transport: Transport,
  reflect: ReflectOptions<T> = {},
): Observed<T> {
  const { namespace, resource } = bench;
  const observed = informer(listWatch(transport, resource, { namespace }), { reflect });
  const changes: Change<T>[] = [];
  const sizes = new Set<number>();
  const statuses: InformerStatus[] = [];
  running.add(observed.status$.subscribe((status) => statuses.push(status)));
  running.add(
    observed.store.batches$.subscribe((batch) => {
      changes.push(...batch);
      sizes.add(observed.store.size);
    }),
  );

  return {
    informer: observed,
    changes,
    sizes,
    statuses,
    hasSynced: () => eventually(() => expect(observed.store.hasSynced).toBe(true)),
    sameAsServer: () => eventually(() => expectSameAsServer(observed.store.list(), bench)),
    expectNothingLost: (gaps) => expectNothingLost(changes, bench, gaps),
  };
}
