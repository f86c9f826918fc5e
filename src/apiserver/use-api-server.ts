import { aFunction, checkArgument, checkOptions, OptionsError } from '../objects/index.ts';
import type { FaultRule } from './faults/fault.ts';
import {
  fullApiServer,
  listenOptionsOf,
  type StartedApiServer,
  type StartOptions,
} from './start-api-server.ts';
import type { ServerSnapshot } from './snapshot/server-snapshot.ts';

/**
 * The hooks of a test runner, with the names of Jest and Vitest. For `node:test`, pass `before` and `after`.
 *
 * @example
 * ```ts
 * import { after, afterEach, before, beforeEach } from 'node:test';
 * const hooks: TestHooks = { beforeAll: before, beforeEach, afterEach, afterAll: after };
 * ```
 */
export interface TestHooks {
  readonly beforeAll: TestHook;
  readonly beforeEach: TestHook;
  readonly afterEach: TestHook;
  readonly afterAll: TestHook;
}

/** Registers work for a moment of the tests of a file. */
export type TestHook = (work: () => void | Promise<void>) => unknown;

/**
 * Makes an API server for the tests of one file, or of one `describe`. It listens before the first test and closes
 * after the last one. After each test, it restores its objects, faults and request log. Its in-process `transport` and
 * its `objects` are available immediately; `url` and `kubeConfig()` once the tests run.
 *
 * Open watches end after each test, and their versions are too old: start informers within a test.
 *
 * @param hooks - default: the global hooks of the test runner; pass imported hooks if the runner has no globals
 * @throws OptionsError, also if there are no hooks; StatusError for an object of the seed that is refused
 *
 * @example
 * ```ts
 * import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
 * const server = useApiServer({}, { beforeAll, beforeEach, afterEach, afterAll });
 * ```
 */
export function useApiServer(options: StartOptions = {}, hooks: TestHooks = globalHooks()): StartedApiServer {
  const rules = { beforeAll: aFunction, beforeEach: aFunction, afterEach: aFunction, afterAll: aFunction };
  checkOptions('useApiServer: hooks', hooks, rules);
  for (const [name, hook] of Object.entries({ ...missing, ...hooks }))
    checkArgument(`useApiServer: hooks.${name}`, hook, aFunction);
  const server = fullApiServer('useApiServer', options);
  const faults: readonly FaultRule[] = options.faults ?? [];
  let before: ServerSnapshot | undefined;
  let url: string | undefined;
  hooks.beforeAll(async () => {
    ({ url } = await server.listen(listenOptionsOf(options)));
  });
  hooks.beforeEach(() => {
    before = server.snapshot();
    server.forgetRequests();
  });
  hooks.afterEach(() => {
    server.faults.clear();
    for (const rule of faults) server.faults.add(rule);
    if (before !== undefined) server.restore(before);
  });
  hooks.afterAll(() => server.close());
  return Object.defineProperty(server as StartedApiServer, 'url', {
    enumerable: true,
    get: () => {
      if (url !== undefined) return url;
      const allowed = 'asked for within a test or a hook';
      throw new OptionsError('useApiServer: url', undefined, allowed, 'the server listens from beforeAll on');
    },
  });
}

const missing = { beforeAll: undefined, beforeEach: undefined, afterEach: undefined, afterAll: undefined };

function globalHooks(): TestHooks {
  const { beforeAll, beforeEach, afterEach, afterAll } = globalThis as Partial<TestHooks>;
  if (beforeAll && beforeEach && afterEach && afterAll) return { beforeAll, beforeEach, afterEach, afterAll };
  throw new OptionsError(
    'useApiServer: hooks',
    undefined,
    '{ beforeAll, beforeEach, afterEach, afterAll } of your test runner, which has no globals',
  );
}
