import { appendFileSync } from 'node:fs';
import { it } from '@jest/globals';
import { type Explained, explainedFile, explanations } from './explained.ts';
import { type Need, target } from './target.ts';

interface CheckOptions {
  /** A feature that some servers do not have. */
  readonly needs?: Need;
}

/**
 * Defines one check of the protocol, which runs at the same time as the others of its file.
 *
 * If the server lacks the needed feature, the check still runs. Its failure is then reported with the reason.
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
