import type { Counter, Gauge, Histogram, Labels, PromClient, Registry } from '../prom-client.ts';
import type { ReconcileMetrics, ReconcileOutcome } from '../reconcile-types.ts';
import { TerminalError } from '../terminal-error.ts';

/** The metrics of controllers and informers, with the names and buckets of client-go and controller-runtime. */
export class ControllerMetrics {
  readonly registry: Registry;
  readonly #counters: Record<CounterName, Counter>;
  readonly #gauges: Record<GaugeName, Gauge>;
  readonly #histograms: Record<HistogramName, Histogram>;
  /** The latest metrics of each controller. At each subscription, the counts start again at 0. */
  readonly #last = new Map<string, ReconcileMetrics>();

  constructor({ Registry, Counter, Gauge, Histogram }: PromClient) {
    this.registry = new Registry();
    const registers = [this.registry];
    this.#counters = created(counters, (of) => new Counter({ ...of, registers }));
    this.#gauges = created(gauges, (of) => new Gauge({ ...of, registers }));
    this.#histograms = created(histograms, (of) => new Histogram({ ...of, registers }));
  }

  /** Makes the counters of a controller visible with the value 0, as Prometheus advises. */
  addController(controller: string): void {
    const queue = queueLabels(controller);
    this.#counters.workqueue_adds_total.inc(queue, 0);
    this.#counters.workqueue_retries_total.inc(queue, 0);
    this.#counters.controller_runtime_reconcile_errors_total.inc({ controller }, 0);
    this.#counters.controller_runtime_terminal_reconcile_errors_total.inc({ controller }, 0);
    for (const result of ['success', 'error', 'requeue_after', 'aborted'])
      this.#counters.controller_runtime_reconcile_total.inc({ controller, result }, 0);
  }

  setQueue(controller: string, metrics: ReconcileMetrics): void {
    const queue = queueLabels(controller);
    const last = this.#last.get(controller);
    this.#last.set(controller, metrics);
    this.#gauges.workqueue_depth.set(queue, metrics.depth);
    this.#gauges.controller_runtime_active_workers.set({ controller }, metrics.running);
    this.#counters.workqueue_adds_total.inc(queue, increase(last?.adds, metrics.adds));
    this.#counters.workqueue_retries_total.inc(queue, increase(last?.retries, metrics.retries));
  }

  addOutcome(controller: string, outcome: ReconcileOutcome): void {
    if (outcome.outcome === 'notSynced') return;
    const queue = queueLabels(controller);
    const seconds = outcome.duration / 1_000;
    this.#histograms.workqueue_queue_duration_seconds.observe(queue, outcome.waited / 1_000);
    this.#histograms.workqueue_work_duration_seconds.observe(queue, seconds);
    this.#histograms.controller_runtime_reconcile_time_seconds.observe({ controller }, seconds);
    const result = resultOf(outcome);
    this.#counters.controller_runtime_reconcile_total.inc({ controller, result });
    if (result !== 'error') return;
    this.#counters.controller_runtime_reconcile_errors_total.inc({ controller });
    if (outcome.outcome === 'failed' && outcome.error instanceof TerminalError)
      this.#counters.controller_runtime_terminal_reconcile_errors_total.inc({ controller });
  }

  setInformer(
    informer: string,
    {
      isSynced,
      objects,
      age,
    }: { readonly isSynced: boolean; readonly objects: number; readonly age: number },
  ): void {
    this.#gauges.rx_informer_synced.set({ informer }, Number(isSynced));
    this.#gauges.rx_informer_objects.set({ informer }, objects);
    // Before the first frame the age is `Infinity`, and Prometheus shows `+Inf`.
    this.#gauges.rx_informer_frame_age_seconds.set({ informer }, age / 1_000);
  }
}

interface Metric {
  readonly help: string;
  readonly labelNames: string[];
}
type CounterName = keyof typeof counters;
type GaugeName = keyof typeof gauges;
type HistogramName = keyof typeof histograms;

/** controller-runtime writes the name of the controller into both labels. */
const queueLabels = (controller: string): Labels => ({ name: controller, controller });
const ofQueue = ['name', 'controller'];
const ofController = ['controller'];
const ofInformer = ['informer'];

const counters = {
  workqueue_adds_total: { help: 'Total number of adds handled by workqueue', labelNames: ofQueue },
  workqueue_retries_total: { help: 'Total number of retries handled by workqueue', labelNames: ofQueue },
  controller_runtime_reconcile_total: {
    help: 'Total number of reconciliations per controller',
    labelNames: ['controller', 'result'],
  },
  controller_runtime_reconcile_errors_total: {
    help: 'Total number of reconciliation errors per controller',
    labelNames: ofController,
  },
  controller_runtime_terminal_reconcile_errors_total: {
    help: 'Total number of terminal reconciliation errors per controller',
    labelNames: ofController,
  },
};
const gauges = {
  workqueue_depth: { help: 'Current depth of workqueue', labelNames: ofQueue },
  controller_runtime_active_workers: {
    help: 'Number of currently used workers per controller',
    labelNames: ofController,
  },
  rx_informer_synced: { help: '1 if the store has received a complete list', labelNames: ofInformer },
  rx_informer_objects: { help: 'Number of objects in the store', labelNames: ofInformer },
  rx_informer_frame_age_seconds: {
    help: 'Time since the last event, bookmark or page of a list',
    labelNames: ofInformer,
  },
};
/** The upper limits of the buckets: 10 ns to 1,000 s. Each limit is ten times the limit before it. */
const queueBuckets = Array.from({ length: 12 }, (_, index) => Number(`1e${index - 8}`));
const reconcileBuckets = [
  ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
  ...[1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60],
];
const histograms = {
  workqueue_queue_duration_seconds: {
    help: 'How long in seconds an item stays in workqueue before being requested',
    labelNames: ofQueue,
    buckets: queueBuckets,
  },
  workqueue_work_duration_seconds: {
    help: 'How long in seconds processing an item from workqueue takes',
    labelNames: ofQueue,
    buckets: queueBuckets,
  },
  controller_runtime_reconcile_time_seconds: {
    help: 'Length of time per reconciliation per controller',
    labelNames: ofController,
    buckets: reconcileBuckets,
  },
};

function created<Name extends string, M extends Metric, R>(
  metrics: Readonly<Record<Name, M>>,
  create: (of: M & { readonly name: string }) => R,
): Record<Name, R> {
  const entries = Object.entries<M>(metrics).map(([name, metric]) => [name, create({ name, ...metric })]);
  return Object.fromEntries(entries) as Record<Name, R>;
}

const increase = (from = 0, to: number): number => (to >= from ? to - from : to);

function resultOf(outcome: Exclude<ReconcileOutcome, { outcome: 'notSynced' }>): string {
  switch (outcome.outcome) {
    case 'done':
      return outcome.requeueAfter === undefined ? 'success' : 'requeue_after';
    case 'failed':
      return 'error';
    case 'aborted':
      return 'aborted';
  }
}
