/**
 * Two operators of one's own in the line. Between reflector and queue: finished pods never get any further. Between queue
 * and store: each change is written to a journal before anybody hears of it; while the disk is slow, what happens to a
 * pod gathers in the queue under its key.
 *
 * Stage of the flow: between reflector and queue, and between queue and store.
 */
import { appendFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import {
  BehaviorSubject,
  concatMap,
  defer,
  from,
  ignoreElements,
  map,
  merge,
  type MonoTypeOperatorFunction,
  of,
  tap,
} from 'rxjs';
import {
  buffered,
  type Delta,
  deltaFifo,
  type Deltas,
  indexedStore,
  type KubeObject,
  listWatch,
  reflect,
  type ReflectorEvent,
} from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const finished = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

function withoutFinished(): MonoTypeOperatorFunction<ReflectorEvent<Pod>> {
  return map((event) => {
    switch (event.type) {
      case 'REPLACED':
        return { ...event, items: event.items.filter((pod) => !finished(pod)) };
      case 'ADDED':
      case 'MODIFIED': // the store drops the delete of what it never had
        return finished(event.object) ? { ...event, type: 'DELETED' } : event;
      default:
        return event;
    }
  });
}

function journal<T extends KubeObject>(
  write: (line: string) => Promise<unknown>,
): MonoTypeOperatorFunction<Deltas<T>> {
  return concatMap((deltas) => {
    // A bookmark says how far the store is; there is nothing in it to keep.
    const lines = deltas.filter(({ type }) => type !== 'Bookmark').map(describe);
    return lines.length === 0 ? of(deltas) : from(write(lines.join(', '))).pipe(map(() => deltas));
  });
}

function describe<T extends KubeObject>(delta: Delta<T>): string {
  if (delta.type === 'ReplacedAll') return `ReplacedAll by ${delta.objects.length}`;
  return 'key' in delta ? `${delta.type} ${delta.key}` : delta.type;
}

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const file = join(await mkdtemp(join(tmpdir(), 'journal-')), 'pods');

const livePods$ = defer(() => {
  const store = indexedStore<Pod>();
  const pop = new BehaviorSubject<void>(undefined); // the first pop is owed
  const line$ = reflect(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace })).pipe(
    withoutFinished(),
    deltaFifo({ pop }),
    journal(async (line) => {
      await appendFile(file, `${line}\n`);
      console.log('journal:', line);
    }),
    concatMap((deltas) => store.apply(deltas)),
    tap(() => pop.next()),
  );
  return merge(store.batches$.pipe(buffered()), line$.pipe(ignoreElements()));
});

const running = livePods$.subscribe(({ type, key }) => console.log('store:', type, key));

process.once('SIGINT', () => running.unsubscribe());
