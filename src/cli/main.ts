#!/usr/bin/env node
/** The command `rx-informer`. */
import * as module from 'node:module';
import process from 'node:process';
import { compileCacheDirectory } from './compile-cache.ts';

// From the second run on the modules need not be compiled; known from Node 22.8. Without a directory Node takes one
// below the shared /tmp, and runs what another user puts there. Node itself reads NODE_COMPILE_CACHE.
const compiled = process.env['NODE_COMPILE_CACHE']
  ? undefined
  : compileCacheDirectory(process.env, process.getuid?.());
if ('enableCompileCache' in module && compiled !== undefined) module.enableCompileCache(compiled);

// Whoever presses Ctrl-C while the modules load is in no other case than later.
const leave = (): never => process.exit(0);
const signals = ['SIGINT', 'SIGTERM'] as const;
for (const signal of signals) process.on(signal, leave);

const { flushed } = await import('./output/flushed.ts');
const { processHost } = await import('./output/process-host.ts');
const { run } = await import('./run.ts');

const host = processHost();
const ended = run(host); // listens to the signals from here on
for (const signal of signals) process.off(signal, leave);

const exitCode = await ended;
await flushed(host);
// Node has set `exitCode` if writing the output failed; that error decides.
process.exit(process.exitCode ?? exitCode);
