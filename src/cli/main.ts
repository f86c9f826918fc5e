#!/usr/bin/env node
/** The command `rx-informer`. */
import process from 'node:process';
import { flushed } from './output/flushed.ts';
import { processHost } from './output/process-host.ts';
import { run } from './run.ts';

const host = processHost();
const exitCode = await run(host);
await flushed(host);
process.exit(exitCode);
