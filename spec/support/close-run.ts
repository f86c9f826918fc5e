import process from 'node:process';

/** Ends a suite that counts its own cases: prints the last line, and sets the exit code. A run without a case fails. */
export function closeRun(passed: number, failed: number): void {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

/** Ends a suite whose tool is missing on this machine. CI counts it as not run. */
export function closeNotRun(reason: string): void {
  console.log(`not run: ${reason}`);
  process.exitCode = notRunCode;
}

/** The exit code of skipped tests, as in automake. */
const notRunCode = 77;
