/**
 * A plan for the test of `reconcileByKey`: the times at which keys arrive, and the duration and the result of each
 * run.
 */
export interface Plan {
  readonly touches: readonly { readonly at: number; readonly key: string }[];
  readonly concurrency: number;
  readonly work: (key: string, nth: number) => { readonly ms: number; readonly fails: boolean };
  readonly retryDelay: (failures: number) => number;
  readonly requeueAfter: (key: string) => number | undefined;
}

/** A run of the work for a key that has ended, with or without an error. */
export interface Run {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

interface Begun extends Run {
  readonly fails: boolean;
}

/**
 * A simple reference implementation of `reconcileByKey` that simulates one event after the other. Returns the runs
 * that end before `until`, in the order of their ends.
 */
export function reconciledByModel(plan: Plan, until: number): readonly Run[] {
  const tries = new Map<string, number>();
  const failures = new Map<string, number>();
  const done: Run[] = [];
  let touches = [...plan.touches];
  let waits: { readonly at: number; readonly key: string }[] = [];
  let line: string[] = [];
  let again: string[] = [];
  let running: Begun[] = [];

  for (;;) {
    const nextTouch = touches[0];
    const nextWait = waits.toSorted((one, other) => one.at - other.at)[0];
    const nextEnd = running.toSorted((one, other) => one.to - other.to)[0];
    const now = Math.min(nextTouch?.at ?? Infinity, nextWait?.at ?? Infinity, nextEnd?.to ?? Infinity);
    if (now > until) return done;

    if (nextEnd?.to === now) {
      const { key, from, to, fails } = nextEnd;
      done.push({ key, from, to });
      running = running.filter((one) => one !== nextEnd);
      failures.set(key, fails ? (failures.get(key) ?? 0) + 1 : 0);
      if (again.includes(key)) line.push(key);
      else {
        const delay = fails ? plan.retryDelay(failures.get(key) ?? 0) : plan.requeueAfter(key);
        if (delay !== undefined) waits.push({ at: now + delay, key });
      }
      again = again.filter((one) => one !== key);
    } else {
      const key = (nextTouch?.at === now ? nextTouch : nextWait)?.key ?? '';
      if (nextTouch?.at === now) touches = touches.slice(1);
      waits = waits.filter((one) => one.key !== key);
      if (running.some((one) => one.key === key)) again = [...new Set([...again, key])];
      else line = [...new Set([...line, key])];
    }

    while (running.length < plan.concurrency && line.length > 0) {
      const [key = '', ...rest] = line;
      line = rest;
      const nth = tries.get(key) ?? 0;
      tries.set(key, nth + 1);
      const { ms, fails } = plan.work(key, nth);
      running.push({ key, from: now, to: now + ms, fails });
    }
  }
}
