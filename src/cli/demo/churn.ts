import { asyncScheduler, defer, ignoreElements, type Observable, tap, timer } from 'rxjs';
import type { ApiServer } from '../../apiserver/index.ts';
import { core } from '../../kinds/index.ts';
import { aFunction, checkOptions, finite, integer, StatusError } from '../../objects/index.ts';
import { createNodes } from './create-cluster.ts';
import { crashed, isReady, running } from './pod-state.ts';
import { simulationOf } from './simulation.ts';

/** The size of a simulated cluster, and the rate of its pod events. */
export interface ChurnOptions {
  /** The number of simulated pods. */
  readonly pods: number;
  /** Pod events per second. With 0, the simulation makes no events. */
  readonly rate: number;
  /** The random source. Default `Math.random`. */
  readonly random?: () => number;
}

/**
 * Simulates a cluster of `pods` pods with `rate` pod events per second, while the Observable has a subscriber.
 *
 * First creates the pods. Then pods crash and run again. One change in twenty replaces a pod with a new pod.
 *
 * The rate does not drift, because each run of the timer makes the events that are due since the start. If
 * the process is too slow, the simulation drops events. Only the events of the last second stay due.
 *
 * @throws OptionsError for invalid options
 */
export function churn({ objects }: Pick<ApiServer, 'objects'>, options: ChurnOptions): Observable<never> {
  checkOptions('churn', options, { pods: integer(1), rate: finite(0), random: aFunction });
  const { pods, rate, random = Math.random } = options;
  return defer(() => {
    const now = (): number => asyncScheduler.now();
    const { chance, timestamp } = simulationOf(objects, random, now);
    const names: string[] = [];
    let made = 0;
    let since: number | undefined;
    let done = 0;

    const create = (at: number): void => {
      const name = `web-${made++}`;
      const spec = {
        nodeName: nodes[at % nodes.length] ?? '',
        containers: [{ name: 'web', image: 'registry.example/web:1' }],
      };
      objects.create(core.v1.pods, { metadata: { name, namespace, labels: { app: 'web' } }, spec });
      names[at] = name;
    };
    /**
     * Makes one change, or replaces a pod. Returns the number of events. The deletion of a pod counts as two events.
     */
    const change = (): number => {
      const at = Math.floor(random() * names.length);
      const name = names[at] ?? '';
      const pod = objects.get(core.v1.pods, `${namespace}/${name}`);
      if (pod !== undefined && !chance(0.05)) {
        const status = isReady(pod) ? crashed(pod, timestamp()) : running(pod, timestamp());
        objects.patch(core.v1.pods, `${namespace}/${name}`, { status }, { subresource: 'status' });
        return 1;
      }
      if (pod !== undefined) {
        objects.delete(core.v1.pods, `${namespace}/${name}`, { gracePeriodSeconds: 0 });
      }
      create(at);
      return pod === undefined ? 1 : 3;
    };

    const step = (): void => {
      const until = now() + longestStep;
      while (names.length < pods && now() < until) create(names.length);
      if (names.length < pods) return;
      since ??= now();
      const due = Math.floor(((now() - since) * rate) / 1000);
      done = Math.max(done, due - Math.ceil(rate));
      while (done < due && now() < until) done += attempt(change);
    };

    createNodes(objects, timestamp());
    if (objects.get(core.v1.namespaces, namespace) === undefined) {
      objects.create(core.v1.namespaces, { metadata: { name: namespace } });
    }
    return timer(0, pause).pipe(tap(step), ignoreElements());
  });
}

const namespace = 'shop';
const nodes = ['node-a', 'node-b', 'node-c'];
/** Pause between two runs of the timer, in ms. The server answers its clients during the pause. */
const pause = 20;
/** Maximum duration of one run of the timer, in ms. */
const longestStep = 10;

/**
 * Runs a write, and returns the number of events. If another client has changed the object, the server refuses the
 * write. A refused write counts as one event. The next write reads the objects again.
 */
function attempt(write: () => number): number {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return 1;
  }
}
