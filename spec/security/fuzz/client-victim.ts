/**
 * The client under test. It lists and watches the responses that `client-answers.ts` makes, and measures its own time
 * and memory. Prints a line of JSON for each round. Arguments: seed, first round, number of rounds, ms. With the
 * argument `live`, it collects garbage before each measurement of the memory.
 */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { Observable, Subject, takeUntil, timer } from 'rxjs';
import { informer, listWatch, reflect, type ReflectOptions, type Transport } from 'rx-informer';
import { caseOf, type Case } from './client-answers.ts';
import type { Ask, Notification } from './client-answering.ts';

const [seed = 0, first = 0, rounds = 1, milliseconds = 10_000] = process.argv.slice(2, 6).map(Number);
const isLive = process.argv[6] === 'live';
const gc = (globalThis as { readonly gc?: () => void }).gc ?? (() => undefined);
const worker = new Worker(new URL('client-answering.ts', import.meta.url));
const ask = (what: Ask): void => worker.postMessage(what);

const received$ = new Subject<Notification>();
worker.on('message', (received: Notification) => received$.next(received));
let requests = 0;

/**
 * A transport that behaves like a real transport: it reads nothing while it is paused, and emits one chunk in each
 * task.
 */
const transport: Transport = {
  open: ({ query = {}, paused$ }) =>
    new Observable((subscriber) => {
      const id = ++requests;
      const isWatch = query['watch'] === 'true';
      let isPaused = false;
      let isWaiting = false;
      const pull = (): void => {
        isWaiting = isPaused;
        if (!isPaused) ask({ type: 'pull', id });
      };
      const subscription = received$.subscribe((received) => {
        if (received.id !== id) return;
        if (received.type === 'end') subscriber.complete();
        if (received.type !== 'chunk') return;
        subscriber.next(received.chunk);
        if (!subscriber.closed) pull();
      });
      ask({ type: 'open', id, isWatch, isStreamed: query['sendInitialEvents'] === 'true' });
      const pauses = paused$?.subscribe((paused) => {
        isPaused = paused;
        if (!paused && isWaiting) pull();
      });
      pull();
      return () => {
        subscription.unsubscribe();
        pauses?.unsubscribe();
        ask({ type: 'close', id });
      };
    }),
};

const pods = { group: '', version: 'v1', resource: 'pods' } as const;

/**
 * Runs one round: a list, a watch or an informer. The round ends when a list or watch ends, at the second failure of
 * the informer, or when the server does not answer.
 */
function run({ mode, limits, maxObjects }: Case): Observable<unknown> {
  const source = listWatch(transport, pods, limits);
  if (mode === 'list') return source.list({ limit: 500 });
  if (mode === 'watch') return source.watch({ resourceVersion: '1' });
  if (mode === 'stream') return source.watch({ sendInitialEvents: true });
  return new Observable((subscriber) => {
    let failures = 0;
    const options: ReflectOptions = {
      streamingList: mode === 'streamed informer' ? 'auto' : 'never',
      backoff: { initial: 1, max: 1 },
      isFatal: () => false,
      ...(maxObjects !== undefined && { maxObjects }),
      status: {
        next: (status) => {
          if (status.phase !== 'waiting') return;
          if (++failures > 1 || status.retryAt - status.since > 1_000) subscriber.complete();
        },
      },
    };
    const running =
      mode === 'reflect'
        ? reflect(source, options).subscribe()
        : informer(source, { reflect: options, onError: () => undefined }).store.batches$.subscribe();
    const silence = received$.subscribe(({ type }) => type === 'silent' && subscriber.complete());
    return () => {
      silence.unsubscribe();
      running.unsubscribe();
    };
  });
}

const used = (): number => {
  if (isLive) gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/**
 * Measures the longest task in ms, and the largest memory. Only the CPU time of the main thread counts, because other
 * processes may use the CPU.
 */
async function measured(
  work$: Observable<unknown>,
): Promise<{ blocked: number; bytes: number; end: string; took: number }> {
  gc();
  const before = used();
  const begun = performance.now();
  let [blocked, bytes, end] = [0, 0, 'stopped'];
  const over = { is: false };
  let wall = performance.now();
  let cpu = process.threadCpuUsage();
  let looked = wall;
  const look = (): void => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(cpu);
    blocked = Math.max(blocked, Math.min(now - wall, (user + system) / 1_000));
    if (now - looked > (isLive ? 20 : 2)) {
      looked = now;
      bytes = Math.max(bytes, used() - before);
    }
    wall = performance.now();
    cpu = process.threadCpuUsage();
  };
  work$.pipe(takeUntil(timer(15_000))).subscribe({
    error: (error: unknown) => {
      over.is = true;
      end = error instanceof Error ? error.message.slice(0, 120) : 'threw a value that is not an error';
    },
    complete: () => {
      over.is = true;
      end = 'complete';
    },
  });
  while (!over.is) {
    await new Promise((resolve) => setImmediate(resolve));
    look();
  }
  return { blocked: Math.round(blocked), bytes, end, took: Math.round(performance.now() - begun) };
}

const until = performance.now() + milliseconds;
for (let nth = first; nth < first + rounds && performance.now() < until; nth++) {
  process.stdout.write(`${JSON.stringify({ nth })}\n`);
  ask({ type: 'begin', seed, nth });
  process.stdout.write(`${JSON.stringify({ nth, ...(await measured(run(caseOf(seed, nth)))) })}\n`);
}
process.exit(0);
