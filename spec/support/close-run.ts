import process from 'node:process';

/**
 * Ends a suite that counts its own tests: prints the last line, and sets the exit code. A suite without a test fails.
 */
export function closeRun(passed: number, failed: number): void {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

/** Ends a suite that cannot run because a tool is missing on this computer. CI reports the suite as not run. */
export function closeNotRun(reason: string): void {
  console.log(`not run: ${reason}`);
  process.exitCode = notRunCode;
}

/** The exit code of a suite that cannot run. automake uses the same code for skipped tests. */
const notRunCode = 77;
