/** Runs checks, prints the result of each check, and counts the results. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** The names of the checks that did not run, each with the reason. */
  readonly missing: readonly string[];
  readonly check: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Records a check that cannot run on this computer. The check does not count as passed. */
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
