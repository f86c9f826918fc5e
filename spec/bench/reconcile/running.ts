import { Subject } from 'rxjs';
import {
  type Reconcile,
  reconcileByKey,
  type ReconcileOptions,
  type ReconcileOutcome,
  type ReconcileRequest,
} from '../../../src/controller/index.ts';
import { keyOf, type KubeObject } from '../../../src/objects/index.ts';

/** Returns objects of 50 namespaces. The Go program in `controller-runtime/` has the same keys. */
export const objectsOf = (count: number): readonly KubeObject[] =>
  Array.from({ length: count }, (_, index) => ({
    metadata: {
      namespace: `team-${String(index % 50).padStart(2, '0')}`,
      name: `checkout-api-${String(index).padStart(6, '0')}`,
      uid: '',
      resourceVersion: '1',
    },
  }));

/** A started `reconcileByKey`. */
export interface Running {
  /** Requests a run for each object, as `toRequests()` does. */
  request(objects: readonly KubeObject[]): void;
  /**
   * Resolves when the given number of runs has ended since the start.
   *
   * @throws Error if more runs have ended
   */
  until(runs: number): Promise<void>;
}

export function start(reconcile: Reconcile, options: ReconcileOptions = {}): Running {
  const requests$ = new Subject<ReconcileRequest>();
  let ended = 0;
  let due = Infinity;
  let resolve: () => void = () => undefined;
  const count = (): void => {
    ended++;
    if (ended === due) resolve();
  };
  requests$.pipe(reconcileByKey(reconcile, options)).subscribe((outcome: ReconcileOutcome) => {
    if (outcome.outcome === 'notSynced') throw new Error('no input, so nothing can be missing');
    count();
  });
  return {
    request(objects) {
      for (const object of objects) requests$.next({ key: keyOf(object), cause: 'watch' });
    },
    async until(runs) {
      if (ended < runs) {
        await new Promise<void>((done) => {
          due = runs;
          resolve = done;
        });
      }
      await new Promise(setImmediate); // a further run would be a mistake
      if (ended !== runs) throw new Error(`void: ${ended} runs instead of ${runs}`);
    },
  };
}

/** Computes for the given time. */
export function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
