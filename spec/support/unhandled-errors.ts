import { afterEach, beforeEach } from '@jest/globals';
import { config } from 'rxjs';

/** Collects the errors that RxJS reports as unhandled, in each spec of the suite that calls this. */
export function unhandledErrors(): unknown[] {
  const unhandled: unknown[] = [];
  beforeEach(() => {
    config.onUnhandledError = (error) => void unhandled.push(error);
  });
  afterEach(() => {
    config.onUnhandledError = null;
    unhandled.length = 0;
  });
  return unhandled;
}
