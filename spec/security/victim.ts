/** A client that watches a hostile server, in a process with a small heap. Prints its result as JSON. */
import process from 'node:process';
import { performance } from 'node:perf_hooks';
import { informer, listWatch, type Transport } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';

const [server = '', by = '', wanted = '', streamed = ''] = process.argv.slice(2);
const mebibyte = 1_048_576;
const config = {
  getCurrentCluster: () => ({ server }),
  applyToHTTPSOptions: () => Promise.resolve(),
};
const transport: Transport = by === 'fetch' ? fetchTransport({ server }) : kubeConfigTransport(config);
const pods = informer(
  listWatch(
    transport,
    { group: '', version: 'v1', resource: 'pods' },
    { maxFrameBytes: 4 * mebibyte, maxPageBytes: 8 * mebibyte },
  ),
  {
    reflect: {
      streamingList: streamed === 'auto' ? 'auto' : 'never',
      maxObjects: 2_000,
      isFatal: () => false,
      backoff: { initial: 10, max: 10 },
    },
  },
);
let failures = 0;
let incidents = 0;
let first = '';
let changes = 0;
const running = pods.status$.subscribe((status) => {
  incidents = status.incidents ?? 0;
  if (status.phase !== 'waiting' && !('incident' in status)) return;
  failures++;
  if (first !== '') return;
  const error = status.phase === 'waiting' ? status.error : (status as { incident?: Error }).incident;
  first = error?.message ?? '';
});
running.add(
  pods.store.batches$.subscribe((batch) => {
    changes += batch.length;
  }),
);
const began = performance.now();
const events = Number(wanted);
// Runs until three failures have occurred, because then the informer has retried after a failure. If the attack
// expects a number of changes, runs until all changes have arrived, and at least for two seconds.
while (performance.now() - began < 60_000) {
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (Number.isNaN(events) ? failures >= 3 : changes >= events && performance.now() - began > 2_000) break;
}
running.unsubscribe();
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ first, failures, incidents, changes, peak: Math.round(maxRSS / 1_024) }));
process.exit(0);
