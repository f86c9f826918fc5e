import type { FaultCase } from '../fault-case.ts';
import { type Hooks, refuse } from '../hostile-server.ts';
import { patience, recovery } from '../recovery.ts';
import type { Scene } from '../scene.ts';

/** Waits until the server has refused a list or a watch. */
const refused =
  (verb: 'list' | 'watch') =>
  (scene: Scene): Promise<void> =>
    scene.until(() => scene.server.count(verb) > 0, patience).then(() => undefined);

const reasons = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  500: 'InternalError',
} as const;

const once = (code: number, reason: string, seconds?: number): (() => Hooks) => {
  return () => ({
    watch(response, nth) {
      if (nth > 1) return false;
      if (seconds !== undefined) response.setHeader('retry-after', String(seconds));
      refuse(response, code, reason, reason);
      return true;
    },
  });
};

/** Test cases in which the server refuses a request. */
export const refusals: readonly FaultCase[] = [
  {
    name: 'list 500',
    title: 'the server answers the first list with 500',
    hooks: () => ({
      list(response, nth) {
        if (nth === 1) refuse(response, 500, 'InternalError', 'etcd is away');
        return nth === 1;
      },
    }),
    run: recovery({
      within: 20_000,
      requests: 6,
      strike: refused('list'),
    }),
  },
  {
    name: 'away',
    title: 'for 3 s, the server closes each connection without an answer',
    hooks: () => {
      let back: number | undefined;
      return {
        list(response) {
          back ??= performance.now() + 3_000;
          const isAway = performance.now() < back;
          if (isAway) response.destroy();
          return isAway;
        },
      };
    },
    run: recovery({ within: 30_000, requests: 8, strike: refused('list') }),
  },
  ...([401, 403, 404, 500] as const).map((code): FaultCase => ({
    name: `watch ${code}`,
    title: `the server answers one watch with ${code}`,
    hooks: once(code, reasons[code]),
    run: recovery({ within: code === 403 ? 70_000 : 20_000, strike: refused('watch') }),
  })),
  {
    name: 'watch 429',
    title: 'the server answers one watch with 429 and Retry-After: 2',
    hooks: once(429, 'TooManyRequests', 2),
    run: recovery({ within: 20_000, requests: 5, strike: refused('watch') }),
  },
  {
    name: 'watch 410',
    title: 'the server answers four watches with 410',
    hooks: () => ({
      watch(response, nth) {
        if (nth <= 4) refuse(response, 410, 'Expired', 'too old resource version');
        return nth <= 4;
      },
    }),
    run: recovery({ within: 45_000, requests: 12, strike: refused('watch') }),
  },
];
