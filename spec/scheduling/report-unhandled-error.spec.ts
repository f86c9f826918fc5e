import { afterEach, describe, expect, it } from '@jest/globals';
import { config } from 'rxjs';
import { until } from '../support/until.ts';
import { reportUnhandledError, runGuarded } from '../../src/scheduling/index.ts';

describe('reportUnhandledError', () => {
  const unhandled: unknown[] = [];

  afterEach(() => {
    config.onUnhandledError = null;
    unhandled.length = 0;
  });

  const listen = (): void => {
    config.onUnhandledError = (error) => {
      unhandled.push(error);
    };
  };

  it("should pass an error to RxJS's onUnhandledError, asynchronously", async () => {
    listen();
    const error = new Error('no handler');

    reportUnhandledError(error);

    expect(unhandled).toEqual([]);
    await until(() => unhandled.length > 0);
    expect(unhandled).toEqual([error]);
  });

  it('should report an error that a listener throws, and continue', async () => {
    listen();
    const received: number[] = [];

    runGuarded(() => received.push(1));
    runGuarded(() => {
      throw new Error('refuses 2');
    });

    await until(() => unhandled.length > 0);
    expect(received).toEqual([1]);
    expect(unhandled).toEqual([new Error('refuses 2')]);
  });
});
