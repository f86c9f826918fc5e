import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Folder } from './temporary.ts';

/** A test exec plugin: a program that prints credentials and counts its runs. */
export interface Plugin {
  readonly script: string;
  /** The `exec` entry of a kubeconfig user. */
  readonly exec: object;
  readonly runs: () => number;
}

/**
 * Creates an exec plugin.
 *
 * @param body - JavaScript that prints the output; its variable `runs` is the number of runs, including this run
 */
export function pluginIn(folder: Folder, body: string): Plugin {
  const count = join(folder.path, 'runs');
  const script = folder.write(
    'plugin.cjs',
    `const { appendFileSync, readFileSync } = require('node:fs');
     appendFileSync(${JSON.stringify(count)}, '.');
     const runs = readFileSync(${JSON.stringify(count)}, 'utf8').length;
     const credential = (status) =>
       console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }));
     ${body}`,
  );
  folder.write('runs', '');
  const apiVersion = 'client.authentication.k8s.io/v1';
  return {
    script,
    exec: { apiVersion, command: process.execPath, args: [script], interactiveMode: 'Never' },
    runs: () => readFileSync(count, 'utf8').length,
  };
}
