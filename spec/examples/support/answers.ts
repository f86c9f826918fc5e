import { deepEqual } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** An HTTP answer of an example. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request to an example. Rejects if no server listens, and after 20 s. */
export async function ask(port: number, path: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(20_000) });
  return { status: response.status, body: JSON.parse(await response.text()) as unknown };
}

/** Repeats a request until the answer is `wanted`. */
export async function answers(port: number, path: string, wanted: Answer): Promise<void> {
  await eventually(async () => deepEqual(await ask(port, path), wanted));
}

/** Repeats an assertion until it holds. Rejects with the last failure after a minute. */
export async function eventually(assertion: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await sleep(25);
  }
}
