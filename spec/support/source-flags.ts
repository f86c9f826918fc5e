import process from 'node:process';

const hooks = new URL('typescript-hooks.js', import.meta.url).href;

/**
 * The Node flags with which a child process can run the TypeScript sources of this repository. The flags also work with
 * Node 20.
 */
export const sourceFlags: readonly string[] = [
  '--conditions=rx-informer:source',
  ...(process.features.typescript ? [] : ['--import', hooks]),
];
