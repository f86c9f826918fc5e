/**
 * Runs the ten informers of a chaos test in a child process: `node crowd-process.ts WAYS`. The parent process controls
 * the informers by messages.
 */
import process from 'node:process';
import { startCrowd, type Connections } from './crowd.ts';
import type { FromCrowd, ToCrowd } from './crowd-handle.ts';

const crowd = startCrowd(JSON.parse(process.argv[2] ?? '') as Connections);
const send = (message: FromCrowd): void => void process.send?.(message);

let isStopped = false;
// If the parent process has died, this process ends.
process.on('disconnect', () => {
  if (!isStopped) process.exit(1);
});
process.on('message', (message: ToCrowd) => {
  if (message.type === 'tokens') crowd.setTokens(message.tokens);
  else if (message.type === 'block') crowd.block(message.ms);
  else if (message.type === 'verdicts')
    send({ type: 'verdicts', verdicts: crowd.verdicts(message.expected) });
  else {
    isStopped = true;
    crowd.stop();
    send({ type: 'stopped', resources: process.getActiveResourcesInfo() });
  }
});
