/**
 * Compiles the TypeScript files of this repository for a Node version that cannot run TypeScript, such as Node 20:
 * `node --import ./spec/support/typescript-hooks.js`.
 */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';

// Registers the hooks only in the main thread, because Node runs this file again in the thread of the hooks.
if (isMainThread) register(import.meta.url);

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    isModule: true,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
