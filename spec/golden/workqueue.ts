import { exponentialLimiter } from '../../src/controller/rate-limiter.ts';
import { WorkQueue, type WorkRun } from '../../src/controller/machine/work-queue.ts';
import type { Comparison, Topic } from './topic.ts';

interface Step {
  readonly op: string;
  readonly item?: string;
  readonly ms?: number;
  readonly want: Readonly<Record<string, unknown>>;
}

/** Replays `workqueue.json`: the test cases call the methods of a work queue in virtual time. */
export const workqueue: Topic = (golden) => {
  const { config, steps } = golden as {
    config: { readonly baseDelayMs?: number; readonly maxDelayMs?: number };
    steps: readonly Step[];
  };
  const { baseDelayMs = 5, maxDelayMs = 1_000_000 } = config;
  const queue = new WorkQueue();
  const limiter = exponentialLimiter({ base: baseDelayMs, max: maxDelayMs });
  const running = new Map<string, WorkRun>();
  let now = 0;
  let isGetting = false;
  let isDraining = false;
  let isForced = false;

  /** Returns what a pending `Get` and a pending `ShutDownWithDrain` return now. */
  const resolved = (): readonly (readonly unknown[])[] => {
    const results: (readonly unknown[])[] = [];
    if (isDraining && (isForced || queue.running === 0)) {
      results.push(['drain']);
      isDraining = isForced = false;
    }
    if (isGetting) {
      const run = queue.get(now);
      if (run !== undefined) running.set(run.id, run);
      if (run !== undefined) results.push(['get', run.item.key, false]);
      else if (queue.isShuttingDown) results.push(['get', '', true]);
      isGetting = run === undefined && !queue.isShuttingDown;
    }
    return results;
  };

  return steps.map(({ want, ...step }, index): Comparison => {
    const { op, item: key = '', ms = 0 } = step;
    const before = resolvedByClock(op === 'advance' ? ms : 0);
    switch (op) {
      case 'add':
        queue.add({ key }, now);
        break;
      case 'addAfter':
        queue.addAfter({ key }, now, ms);
        break;
      case 'addRateLimited':
        queue.addAfter({ key }, now, limiter.when(key));
        break;
      case 'forget':
        limiter.forget(key);
        break;
      case 'get':
        isGetting = true;
        break;
      case 'done': {
        const run = running.get(key);
        running.delete(key);
        if (run !== undefined) queue.done(run, now);
        break;
      }
      case 'shutDown':
        queue.shutDown(now);
        isForced = isDraining; // a `ShutDown` also ends a pending `ShutDownWithDrain` (B212)
        break;
      case 'shutDownWithDrain':
        queue.shutDown(now);
        isDraining = true;
        break;
      case 'advance':
      case 'numRequeues':
        break;
      default:
        throw new Error(`no operation ${op}`);
    }
    const all = [...before, ...resolved()];
    return {
      where: `step ${index + 1}: ${JSON.stringify(step)}`,
      want,
      got: {
        ...(all.length > 0 && { resolved: all }),
        ...(op === 'numRequeues' && { numRequeues: limiter.retries(key) }),
        len: queue.length,
        shuttingDown: queue.isShuttingDown,
      },
    };
  });

  /**
   * Advances the clock by `ms`. Stops at each time at which an item of the queue is due, as the timers of the
   * operator do.
   */
  function resolvedByClock(ms: number): readonly (readonly unknown[])[] {
    const end = now + ms;
    const results: (readonly unknown[])[] = [];
    for (let due = queue.nextDueAt; due !== undefined && due <= end; due = queue.nextDueAt) {
      now = due;
      queue.advance(now);
      results.push(...resolved());
    }
    now = end;
    return results;
  }
};
