/**
 * Adds two operators to the pipeline. `withoutFinished` is between reflector and queue and removes finished pods.
 * `journal` is between queue and store and writes each change to a file before the store applies it. While the disk is
 * slow, the queue coalesces the deltas of each pod.
 *
 * The operators extend two parts of the pipeline: the part before the queue, and the part behind the queue.
 */
import { appendFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { BehaviorSubject, concat, concatMap, defer, EMPTY, ignoreElements, merge, of, tap } from 'rxjs';
import { buffered, deltaFifo, indexedStore, listWatch, reflect } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';
import { journal } from './journal.ts';
import { withoutFinished } from './without-finished.ts';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const file = join(await mkdtemp(join(tmpdir(), 'journal-')), 'pods');

const livePods$ = defer(() => {
  const store = indexedStore<Pod>();
  const pop = new BehaviorSubject<void>(undefined); // a BehaviorSubject, so that the first pop happens at the subscription
  const line$ = reflect(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace })).pipe(
    withoutFinished(),
    deltaFifo({ pop }),
    journal(async (line) => {
      await appendFile(file, `${line}\n`);
      console.log('journal:', line);
    }),
    concatMap((deltas) => concat(store.apply(deltas) ?? EMPTY, of(deltas))),
    tap(() => pop.next()),
  );
  return merge(store.batches$.pipe(buffered()), line$.pipe(ignoreElements()));
});

const running = livePods$.subscribe(({ type, key }) => console.log('store:', type, key));

process.once('SIGINT', () => running.unsubscribe());
