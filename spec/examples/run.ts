/**
 * Runs each example against an embedded API server of its own, as its check says; `--only NAME` those whose name has
 * that in it. Closes with "N passed, N failed".
 */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { embeddedServer } from './support/embedded-server.ts';
import { type FoundExample, loadExample, ownExamples } from './support/found-examples.ts';
import { runExample } from './support/run-example.ts';

const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values;
const examples = ownExamples().filter(({ name }) => name.includes(only));
let [passed, failed] = [0, 0];

const queue = examples.values();
await Promise.all(Array.from({ length: availableParallelism() }, worker));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function worker(): Promise<void> {
  for (const example of queue) {
    try {
      await onEmbedded(example);
      passed++;
      console.log(`ok     ${example.name}`);
    } catch (error) {
      failed++;
      const lines = error instanceof Error ? error.message : String(error);
      console.log(`FAILED ${example.name}\n${lines.replace(/^/gm, '       ')}`);
    }
  }
}

async function onEmbedded(example: FoundExample): Promise<void> {
  const [file, check] = await loadExample(example);
  const { server, ...rest } = await embeddedServer();
  try {
    await runExample(file, check, rest);
  } finally {
    await server.close();
  }
}
