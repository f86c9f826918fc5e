import { afterEach, beforeEach } from '@jest/globals';
import { config } from 'rxjs';

/** Returns an array with the errors that RxJS reports as unhandled. The array is empty at the start of each spec. */
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
