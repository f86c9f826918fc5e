import { deepEqual } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** The HTTP response of an example program. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request to an example program. Rejects if no server listens, or if the response takes more than 20 s. */
export async function ask(port: number, path: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(20_000) });
  return { status: response.status, body: JSON.parse(await response.text()) as unknown };
}

/** Repeats a request to an example program until the response equals `wanted`. */
export async function answers(port: number, path: string, wanted: Answer): Promise<void> {
  await eventually(async () => deepEqual(await ask(port, path), wanted));
}

/** Repeats an assertion until it succeeds. After a minute, rejects with the last failure. */
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
