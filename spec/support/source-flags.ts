import process from 'node:process';

const hooks = new URL('typescript-hooks.js', import.meta.url).href;

/** The flags with which a child process of Node runs the TypeScript sources of this repository, under Node 20 too. */
export const sourceFlags: readonly string[] = [
  '--conditions=rx-informer:source',
  ...(process.features.typescript ? [] : ['--import', hooks]),
];
