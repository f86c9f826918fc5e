import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from '../../kube/kube.mjs';

/**
 * Returns the installed kubectl. Also builds and returns the kubectl of the Kubernetes version that the embedded
 * server imitates, if Go is installed.
 */
export function kubectls(): readonly string[] {
  const found: string[] = [];
  if (runs('kubectl', ['version', '--client'])) found.push('kubectl');
  else console.log('no kubectl is installed');
  try {
    found.push(join(build({ kubectl: 'kubectl' }), 'kubectl'));
  } catch (error) {
    if (runs('go', ['version'])) throw error;
    console.log('kubectl is not built, because Go is not installed');
  }
  return found;
}

/** Whether a kube-apiserver is installed, or Go can build it. */
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
