/** Counts the checks of a run, and prints each. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** The checks that did not run, with the reason. */
  readonly missing: readonly string[];
  readonly check: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Records a check that this machine cannot run. It counts as not passed. */
  readonly notRun: (name: string, reason: string) => void;
}

export function createTally(): Tally {
  let [passed, failed] = [0, 0];
  const missing: string[] = [];
  return {
    get passed() {
      return passed;
    },
    get failed() {
      return failed;
    },
    missing,
    check: async (name, work) => {
      try {
        await work();
        passed++;
        console.log(`ok      ${name}`);
      } catch (error) {
        failed++;
        console.log(`FAILED  ${name}\n${String(error)}`);
      }
    },
    notRun: (name, reason) => {
      missing.push(name);
      console.log(`NOT RUN ${name}: ${reason}`);
    },
  };
}
