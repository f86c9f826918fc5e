/** Exports the names of `@jest/globals` for specs that run with Mocha. The implementations are Jest's own packages. */
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';
import { createRequire } from 'node:module';
import { addHook, addSpec, addSuite } from './interface.ts';

// `require` is necessary, because the types of this package do not compile.
const { bind } = createRequire(import.meta.url)('jest-each') as {
  readonly bind: (one: (title: string, body: () => void) => void, supportsDone: false) => unknown;
};

export { expect };
export const describe = Object.assign(addSuite, { each: bind(addSuite, false) });
export const it = Object.assign(addSpec, { each: bind(addSpec, false) });
export const beforeAll = addHook('beforeAll');
export const beforeEach = addHook('beforeEach');
export const afterEach = addHook('afterEach');
export const afterAll = addHook('afterAll');

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
  global: globalThis,
  config: { fakeTimers: {} } as ConstructorParameters<typeof ModernFakeTimers>[0]['config'],
});

/** The members of the `jest` object that the specs use. */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  useFakeTimers: timers.useFakeTimers.bind(timers),
  useRealTimers: timers.useRealTimers.bind(timers),
  setSystemTime: timers.setSystemTime.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
  advanceTimersToNextTimerAsync: timers.advanceTimersToNextTimerAsync.bind(timers),
  clearAllTimers: timers.clearAllTimers.bind(timers),
  runAllTimers: timers.runAllTimers.bind(timers),
};
