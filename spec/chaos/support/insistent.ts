import { setTimeout as sleep } from 'node:timers/promises';
import type { PlainClient } from './plain-client.ts';

/**
 * Sends a request until it succeeds. `fine` lists failure statuses that also count as success. Resolves with the
 * status.
 */
export type Insist = (
  method: string,
  path: string,
  fine: readonly number[],
  body?: object,
) => Promise<number>;

/**
 * Returns a function that repeats a request until it succeeds. If the response was lost, a repeated delete gets 404, and a
 * repeated create gets 409, so the caller can count both as success.
 */
export function insistent(client: PlainClient, onRetry: () => void): Insist {
  return async (method, path, fine, body) => {
    for (;;) {
      const code = await client.ask(method, path, body).then(
        (answer) => answer.code,
        () => 0,
      );
      if ((code >= 200 && code < 300) || fine.includes(code)) return code;
      if (code !== 0 && code !== 401 && code !== 404 && code !== 409 && code !== 429 && code < 500)
        throw new Error(`${method} ${path}: ${code}`);
      onRetry();
      await sleep(100);
    }
  };
}
