/**
 * Makes Mocha run the specs, which are written for Jest. Stryker's runner for Mocha keeps the modules loaded, so a
 * mutation takes milliseconds. Stryker's runner for Jest loads the modules again for each mutation, which takes
 * seconds.
 */
import { expect } from 'expect';
import mocha, { type Suite } from 'mocha';
import { relative } from 'node:path';
import process from 'node:process';

type Body = () => unknown;

/**
 * The `describe` suites around the code that is being loaded. The innermost suite is first. The outermost suite stands
 * for the file, so that a hook at the top of a file applies only to this file.
 */
let suites: readonly Suite[] = [];

function innermost(): Suite {
  const [suite] = suites;
  if (suite === undefined) throw new Error('A spec or a hook is outside of a file.');
  return suite;
}

export function addSpec(title: string, body: Body): void {
  const test = new mocha.Test(title, async () => {
    try {
      await within(body);
    } finally {
      // Jest also makes this call after each spec. The call resets the expected number of assertions.
      unmet = expect.extractExpectedAssertionsErrors();
    }
    for (const { error } of unmet) throw error;
  });
  let unmet: ReturnType<typeof expect.extractExpectedAssertionsErrors> = [];
  test.file = innermost().file;
  innermost().addTest(test);
}

export function addSuite(title: string, body: () => void): void {
  const suite = mocha.Suite.create(innermost(), title);
  suite.file = innermost().file;
  const around = suites;
  suites = [suite, ...around];
  try {
    body();
  } finally {
    suites = around;
  }
}

// Keeps the real timers, because a spec may replace them with fake timers.
const { setTimeout, clearTimeout } = globalThis;

/**
 * Fails a spec that does not end in time. Stryker's own timeout ends the whole process. The next process would load
 * all modules again, which takes ten times as long.
 */
async function within(body: Body): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The spec did not end within ${longestSpec} ms.`));
    }, longestSpec);
  });
  try {
    await Promise.race([body(), over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Time limit for one spec, in ms. */
const longestSpec = 8_000;

export const addHook =
  (kind: 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll') =>
  (body: Body): void => {
    innermost()[kind](async () => {
      await body();
    });
  };

// Ignores errors after the last spec. Such an error belongs to a spec that has failed before, for example the error of
// a child process. By default, Mocha would end the process, and Stryker would end the run.
const { _uncaught: uncaught } = mocha.Runner.prototype;
mocha.Runner.prototype._uncaught = function (error) {
  if (this.state !== 'stopped') uncaught.call(this, error);
};

// Replaces Mocha's default interface, because Stryker's runner accepts only the names of Mocha's own interfaces.
mocha.interfaces.bdd = (root) => {
  root.on(mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, (_, file) => {
    const suite = mocha.Suite.create(root, relative(process.cwd(), file));
    suite.file = file;
    suites = [suite];
  });
};
