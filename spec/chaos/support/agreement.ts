import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../informers/crowd.ts';
import type { State } from './witness.ts';

/** The result of the final comparison of all informers with the server. */
export interface Agreement {
  readonly verdicts: readonly Verdict[];
  /** Time in ms until the stores of all informers equalled the server. `undefined` if the time limit passed. */
  readonly after: number | undefined;
}

interface Asked {
  /**
   * Reads from the server the objects that each informer should have. Called for each comparison, because a server
   * renews its own leases all the time.
   */
  readonly expected: () => Promise<readonly State[]>;
  readonly verdicts: (expected: readonly State[]) => Promise<readonly Verdict[]>;
  /** Time limit in ms for the comparison. */
  readonly patience: number;
  /** Called every 10 s with the informers that still differ from the server. */
  readonly notYet?: (behind: readonly Verdict[]) => void;
}

/** Compares the informers with the server until all informers agree with the server, or until the time limit. */
export async function agreement({ expected, verdicts, patience, notYet }: Asked): Promise<Agreement> {
  const begin = performance.now();
  for (let received = begin; ;) {
    const latest = await verdicts(await expected());
    const now = performance.now();
    const behind = latest.filter((one) => !agrees(one));
    if (behind.length === 0) return { verdicts: latest, after: now - begin };
    if (now - begin >= patience) return { verdicts: latest, after: undefined };
    if (now - received >= betweenWords) {
      received = now;
      notYet?.(behind);
    }
    await sleep(betweenLooks);
  }
}

const agrees = ({ store, handlers }: Verdict): boolean => store.length + handlers.length === 0;

/** The time between two comparisons, and the time between two reports of differences, in ms. */
const betweenLooks = 200;
const betweenWords = 10_000;
