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

/** A running informer, and everything that it has emitted. */
export interface Observed<T extends KubeObject> {
  readonly informer: Informer<T>;
  readonly changes: readonly Change<T>[];
  /** The different sizes that the store had after its batches. */
  readonly sizes: ReadonlySet<number>;
  readonly statuses: readonly InformerStatus[];
  hasSynced(): Promise<void>;
  /** Waits until the store has the same objects as the server. Call it after the last write. */
  sameAsServer(): Promise<void>;
  /** Checks that no change is contradictory, repeated or missing (see `expectations.ts`). */
  expectNothingLost(gaps?: 'gaps'): void;
}

let running = new Subscription();

/** Stops all informers of a spec. Call it in `afterEach`. */
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
