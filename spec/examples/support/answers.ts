import { deepEqual } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** What an example answers over HTTP. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Rejects where nobody listens, and after 20 s: an answer never hangs. */
export async function ask(port: number, path: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(20_000) });
  return { status: response.status, body: JSON.parse(await response.text()) as unknown };
}

/** Asks until the answer is this one. */
export async function answers(port: number, path: string, wanted: Answer): Promise<void> {
  await eventually(async () => deepEqual(await ask(port, path), wanted));
}

/** Tries an assertion until it holds; after a minute the last failure is the answer. */
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
