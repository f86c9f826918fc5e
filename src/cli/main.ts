#!/usr/bin/env node
/** Entry point of the command `rx-informer`. */
import * as module from 'node:module';
import process from 'node:process';
import { compileCacheDirectory } from './compile-cache.ts';

// With a compile cache (Node 22.8 and later), Node compiles the modules only in the first run. Node's default cache is
// below the shared directory /tmp, where another user could place bytecode that Node would run. If NODE_COMPILE_CACHE
// is set, Node uses that cache itself.
const compiled = process.env['NODE_COMPILE_CACHE']
  ? undefined
  : compileCacheDirectory(process.env, process.getuid?.());
if ('enableCompileCache' in module && compiled !== undefined) module.enableCompileCache(compiled);

// A Ctrl-C while the modules load ends the process with exit code 0, as a Ctrl-C does later.
const leave = (): never => process.exit(0);
const signals = ['SIGINT', 'SIGTERM'] as const;
for (const signal of signals) process.on(signal, leave);

const { flushed } = await import('./output/flushed.ts');
const { processHost } = await import('./output/process-host.ts');
const { run } = await import('./run.ts');

const host = processHost();
const ended = run(host); // after this line, `host.stop$` handles the signals
for (const signal of signals) process.off(signal, leave);

const exitCode = await ended;
await flushed(host);
// The host sets `process.exitCode` if the command could not write its output. The exit code of the host has
// precedence.
process.exit(process.exitCode ?? exitCode);
