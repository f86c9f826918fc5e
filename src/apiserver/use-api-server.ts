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

/** Registers a function that the test runner calls at one point of the tests of a file. */
export type TestHook = (work: () => void | Promise<void>) => unknown;

/**
 * Creates an API server for the tests of one file or of one `describe`. The server listens before the first test, and
 * closes after the last test. Before each test, the server empties its request log. After each test, the server
 * restores the objects that it had before the test, and its initial faults. `transport` and `objects` are available
 * immediately. `url` and `kubeConfig()` are available while the tests run.
 *
 * After each test, open watches end and all resourceVersions are too old. So start informers within a test.
 *
 * @param hooks - the hooks of the test runner. The default is the global hooks. If the test runner has no global hooks,
 * pass imported hooks.
 * @throws OptionsError for an invalid option and for missing hooks. StatusError for an initial object that the server
 * rejects.
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
