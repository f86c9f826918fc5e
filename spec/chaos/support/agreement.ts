import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../informers/crowd.ts';
import type { State } from './witness.ts';

/** The last comparison of all watchers. */
export interface Agreement {
  readonly verdicts: readonly Verdict[];
  /** The time in ms until all agreed; `undefined` if they did not. */
  readonly after: number | undefined;
}

interface Asked {
  /**
   * Reads the state of the server for each watcher. Called for each comparison, because a server renews its own leases.
   */
  readonly expected: () => Promise<readonly State[]>;
  readonly verdicts: (expected: readonly State[]) => Promise<readonly Verdict[]>;
  /** The time limit in ms. */
  readonly patience: number;
  /** Called every 10 s with the watchers that do not agree yet. */
  readonly notYet?: (behind: readonly Verdict[]) => void;
}

/** Compares the server and the informers until they agree, or until the time limit. */
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

/** In ms. */
const betweenLooks = 200;
const betweenWords = 10_000;
