/**
 * Runs each example program with its check. Each program has a separate embedded API server. `--only NAME` runs the
 * examples whose names contain NAME. The last line is "N passed, N failed". Exits with 2 if the arguments are wrong.
 */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { embeddedServer } from './support/embedded-server.ts';
import { type FoundExample, loadExample, ownExamples } from './support/found-examples.ts';
import { runExample } from './support/run-example.ts';
import { closeRun } from '../support/close-run.ts';

const only = wantedName();
const examples = ownExamples().filter(({ name }) => name.includes(only));
if (examples.length === 0) refuse(`no example has "${only}" in its name`);
let [passed, failed] = [0, 0];

const queue = examples.values();
await Promise.all(Array.from({ length: availableParallelism() }, worker));
closeRun(passed, failed);

function wantedName(): string {
  try {
    return parseArgs({ options: { only: { type: 'string', default: '' } } }).values.only;
  } catch (error) {
    const [what = ''] = (error as Error).message.split('. '); // keeps the first sentence, without Node's advice
    return refuse(`${what}; usage: npm run examples [-- --only NAME]`);
  }
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

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
