import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from '../../kube/kube.mjs';

/** Finds the kubectl of the machine, and builds the one of the version that the server follows, if possible. */
export function kubectls(): readonly string[] {
  const found: string[] = [];
  if (runs('kubectl', ['version', '--client'])) found.push('kubectl');
  else console.log('this machine has no kubectl of its own');
  try {
    found.push(join(build({ kubectl: 'kubectl' }), 'kubectl'));
  } catch (error) {
    if (runs('go', ['version'])) throw error;
    console.log('kubectl is not built: there is no Go here');
  }
  return found;
}

/** Whether a kube-apiserver for the comparison is installed, or can be built with Go. */
export function hasRealServer(): boolean {
  try {
    build();
    return true;
  } catch (error) {
    if (runs('go', ['version'])) throw error;
    return false;
  }
}

function runs(command: string, words: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0;
}
