import { appendFileSync } from 'node:fs';
import { it } from '@jest/globals';
import { type Explained, explainedFile, explanations } from './explained.ts';
import { type Need, target } from './target.ts';

interface CheckOptions {
  /** A feature that the check needs and that some servers do not have. */
  readonly needs?: Need;
}

/**
 * Defines one check of the protocol. The checks of a file run at the same time.
 *
 * If the server lacks the feature that the check needs, the check still runs. If the check then fails, the report
 * shows the failure with its reason.
 */
export function check(
  number: `P${number}`,
  asserts: string,
  run: () => Promise<void>,
  { needs }: CheckOptions = {},
): void {
  it.concurrent(`${number}: ${asserts}`, async () => {
    try {
      await run();
    } catch (error) {
      const { without, directory } = target();
      if (needs === undefined || !without.includes(needs)) throw error;
      const [line = ''] = String(error).split(/[\n;]/, 1);
      const explained: Explained = { check: number, reason: explanations[needs], error: line };
      appendFileSync(explainedFile(directory), `${JSON.stringify(explained)}\n`);
    }
  });
}
