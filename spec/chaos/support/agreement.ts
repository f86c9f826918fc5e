import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../informers/crowd.ts';
import type { State } from './witness.ts';

/** How all stood when they were asked last. */
export interface Agreement {
  readonly verdicts: readonly Verdict[];
  /** Ms until all agreed; `undefined`: they did not. */
  readonly after: number | undefined;
}

interface Asked {
  /** What the server has for each watcher. It is asked anew each time, for a server renews leases of its own. */
  readonly expected: () => Promise<readonly State[]>;
  readonly verdicts: (expected: readonly State[]) => Promise<readonly Verdict[]>;
  /** Ms for all to agree with the server. */
  readonly patience: number;
  /** Hears now and then who does not agree yet. */
  readonly notYet?: (behind: readonly Verdict[]) => void;
}

/** Asks the server and the informers until they agree, or patience ends. */
export async function agreement({ expected, verdicts, patience, notYet }: Asked): Promise<Agreement> {
  const begin = performance.now();
  for (let told = begin; ;) {
    const latest = await verdicts(await expected());
    const now = performance.now();
    const behind = latest.filter((one) => !agrees(one));
    if (behind.length === 0) return { verdicts: latest, after: now - begin };
    if (now - begin >= patience) return { verdicts: latest, after: undefined };
    if (now - told >= betweenWords) {
      told = now;
      notYet?.(behind);
    }
    await sleep(betweenLooks);
  }
}

const agrees = ({ store, handlers }: Verdict): boolean => store.length + handlers.length === 0;

/** Ms. */
const betweenLooks = 200;
const betweenWords = 10_000;
