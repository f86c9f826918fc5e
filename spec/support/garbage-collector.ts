import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns V8's full garbage collection, without a command line option. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
