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
 * The hooks of a test runner, under the names that Jest and Vitest give them; of `node:test`, `before` and `after`.
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

/** Registers what is to be done at a moment of the tests of a file. */
export type TestHook = (work: () => void | Promise<void>) => unknown;

/**
 * An API server for the tests of one file, or of one `describe`: it listens before the first of them and closes behind the
 * last, and behind each everything is as it was before: objects, faults, the log of requests. Its in-process
 * `transport` and its `objects` are there at once; `url` and `kubeConfig()` as soon as tests run.
 *
 * Open watches end behind each test, and their versions are too old: start informers within a test.
 *
 * @param hooks - default the globals of the test runner; pass those you import where it has none
 * @throws OptionsError, also where there are no hooks; StatusError for an object of the seed that is refused
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
