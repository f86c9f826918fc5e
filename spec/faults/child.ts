/**
 * Runs one program with one informer in a child process, because a fault may end the process:
 *
 *     node child.ts CONTENDER SERVER PROGRAM RESTART
 *
 * CONTENDER is the library of the informer. The process sends the calls of the callbacks to the parent process. It
 * executes the parent's commands `stop` and `late`.
 */
import process from 'node:process';
import type { V1Pod } from '@kubernetes/client-node';
import { contenders } from './contenders.ts';
import type { ChildMessage, ParentMessage, Program } from './messages.ts';

const [name = '', server = '', given = 'plain', restart = ''] = process.argv.slice(2);
const program = given as Program;
const make = contenders[name];
if (make === undefined)
  throw new Error(`no contender ${name}; there are ${Object.keys(contenders).join(', ')}`);
const informer = await make(server);
const send = (message: ChildMessage): void => void process.send?.(message);

if (program === 'throws') {
  informer.on('add', ({ metadata }) => {
    if (metadata?.name === 'b' || metadata?.name === 'd') throw new Error('thrown by a callback');
  });
}
for (const verb of ['add', 'update', 'delete'] as const) {
  informer.on(verb, ({ metadata }) =>
    send({
      verb,
      name: String(metadata?.name),
      uid: metadata?.uid ?? '',
      version: metadata?.resourceVersion ?? '',
      text: metadata?.annotations?.['text']?.slice(0, 100) ?? '',
      size: metadata?.annotations?.['text']?.length ?? 0,
    }),
  );
}
if (program === 'async') {
  let left = 4;
  const update = async ({ metadata }: V1Pod): Promise<void> => {
    const version = metadata?.resourceVersion ?? '';
    send({ step: 'begin', version });
    await new Promise((resolve) => setTimeout(resolve, 100 * left--));
    send({ step: 'end', version });
  };
  // client-node's type requires a callback without a return value. This callback returns a promise, as callbacks of
  // many programs do.
  const untyped: (pod: V1Pod) => unknown = update;
  informer.on('update', untyped);
}
informer.on('error', (error: unknown) => {
  send({ error: String(error) });
  // Restarts the informer after an error, as the example of client-node does.
  if (restart === 'restart') setTimeout(() => void informer.start(), 5_000);
});

process.on('message', (message: ParentMessage) => {
  if (message === 'stop') void informer.stop();
  else informer.on('add', ({ metadata }) => send({ late: metadata?.name ?? '' }));
});
const started = informer.start();
if (program === 'start twice') void informer.start();
await started;
send({ started: true });
