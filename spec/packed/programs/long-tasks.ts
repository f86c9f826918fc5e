/** A program for a web page that measures long tasks: an informer of 5,000 pods with a subscriber and a `query()`. */
import {
  concatWith,
  EMPTY,
  filter,
  firstValueFrom,
  map,
  NEVER,
  type Observable,
  of,
  Subject,
  take,
} from 'rxjs';
import { informer, listWatch, query, type Transport } from 'rx-informer';
import { fetchTransport } from 'rx-informer/fetch';
import { core } from 'rx-informer/kinds';
import { events, pods } from './pod-bytes.ts';

/** How the page receives 5,000 pods or 2,000 changes: as a streaming list, in pages, or all in one chunk of bytes. */
export type Way =
  'streamed' | 'paged' | 'streamed in one chunk' | 'paged in one chunk' | 'events in one chunk';

/**
 * Responses that consist of one chunk each. The page loads the responses before the measurement, because creating them
 * would cause garbage.
 */
interface Chunks {
  readonly list?: Uint8Array;
  readonly stream?: Uint8Array;
  readonly burst?: Uint8Array;
}

const load = async (path: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(path)).arrayBuffer());

async function chunksOf(way: Way): Promise<Chunks> {
  if (way === 'paged in one chunk') return { list: await load('/list') };
  if (way === 'streamed in one chunk') return { stream: await load('/stream') };
  if (way === 'events in one chunk') return { stream: await load('/stream'), burst: await load('/burst') };
  return {};
}

/** A transport whose responses are one chunk each. */
const oneChunk = ({ list, stream }: Chunks, burst$: Observable<Uint8Array>): Transport => ({
  open: ({ query = {} }) => {
    const answer$ = (chunk?: Uint8Array) => (chunk === undefined ? EMPTY : of(chunk));
    if (query['watch'] !== 'true') return answer$(list);
    const initial$ = query['sendInitialEvents'] === 'true' ? answer$(stream) : EMPTY;
    return initial$.pipe(concatWith(burst$, NEVER));
  },
});

declare function gc(): void;

/**
 * Collects the garbage from the loading of the page and of the responses. Otherwise a measured task would include this
 * garbage collection.
 */
async function collectGarbage(): Promise<void> {
  gc();
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Measures one kind of input. Resolves with the durations of the long tasks in ms. */
async function measure(way: Way): Promise<readonly number[]> {
  const chunks = await chunksOf(way);
  const bursts = new Subject<Uint8Array>();
  const transport = way.endsWith('in one chunk') ? oneChunk(chunks, bursts) : fetchTransport({ server: '' });
  const reflect = way.startsWith('paged')
    ? ({ streamingList: 'never', pageSize: way === 'paged' ? 500 : 0 } as const)
    : {};
  const source = informer(listWatch(transport, core.v1.pods), { reflect });
  let changes = 0;
  const counts = new Subject<number>();
  const count = (wanted: number): Promise<unknown> =>
    firstValueFrom(
      counts.pipe(
        filter((seen) => seen === wanted),
        take(1),
        map(() => undefined),
      ),
    );

  const tasks: number[] = [];
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) tasks.push(Math.round(duration));
  });
  const listed = count(pods);
  await collectGarbage();
  if (way !== 'events in one chunk') observer.observe({ entryTypes: ['longtask'] });
  const subscription = source.changes().subscribe(() => counts.next(++changes));
  subscription.add(
    query(source, { where: ({ metadata }) => metadata.labels?.['app'] === 'app-7' }).subscribe(),
  );
  await listed;
  if (way === 'events in one chunk') {
    await collectGarbage();
    observer.observe({ entryTypes: ['longtask'] });
    const changed = count(pods + events);
    setTimeout(() => bursts.next(chunks.burst ?? new Uint8Array()));
    await changed;
  }
  await new Promise((resolve) => setTimeout(resolve, 300)); // the browser reports a task after its end
  observer.disconnect();
  subscription.unsubscribe();
  return tasks;
}

Object.assign(globalThis, { measure });
