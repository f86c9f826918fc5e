import process from 'node:process';

const hooks = new URL('typescript-hooks.js', import.meta.url).href;

/** What a child process of Node needs to run the sources of this repository, TypeScript under Node 20 too. */
export const sourceFlags: readonly string[] = [
  '--conditions=rx-informer:source',
  ...(process.features.typescript ? [] : ['--import', hooks]),
];
