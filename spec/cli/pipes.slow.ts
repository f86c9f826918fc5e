import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { sourceFlags } from '../support/source-flags.ts';
import { command } from './command.ts';
import { temporary, type Temporary } from './temporary.ts';

describe('the command with a FIFO as a file', () => {
  let folder: Temporary;
  let fifo = '';
  let writer = -1;
  beforeEach(() => {
    folder = temporary();
    fifo = folder.path('fifo');
    execFileSync('mkfifo', [fifo]);
  });
  afterEach(() => {
    if (writer >= 0) closeSync(writer);
    writer = -1;
    folder.remove();
  });

  /**
   * Resolves when the command has opened the FIFO. A writer can open a FIFO without waiting only if a reader has
   * opened it.
   */
  const opened = async (): Promise<void> => {
    while (writer < 0) {
      try {
        writer = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
      } catch {
        await setTimeout(20);
      }
    }
  };
  const kubeconfig = `
current-context: a
contexts: [{name: a, context: {cluster: a, user: a}}]
clusters: [{name: a, cluster: {server: 'http://127.0.0.1:1'}}]
users: [{name: a, user: {}}]
`;

  it.each([
    ['replay', ['replay', 'FIFO']],
    ['--kubeconfig', ['watch', 'pods', '--kubeconfig', 'FIFO']],
    [
      '--certificate-authority',
      ['watch', 'pods', '--server', 'https://a', '--certificate-authority', 'FIFO'],
    ],
    ['--seed', ['apiserver', '--seed', 'FIFO']],
  ])('should end on SIGINT while it waits for the file of %s', async (_, words) => {
    const run = command(words.map((word) => (word === 'FIFO' ? fifo : word)));
    await opened();
    await setTimeout(50);
    run.child.kill('SIGINT');

    expect(await run.ended).toEqual({ code: 0, signal: null });
  });

  it('should read a kubeconfig that a program writes', async () => {
    const run = command(['watch', 'pods', '--kubeconfig', fifo]);
    await opened();
    writeSync(writer, kubeconfig);
    closeSync(writer);
    writer = -1;

    expect((await run.ended).code).toBe(1);
    expect(run.errors()).toContain('cannot reach http://127.0.0.1:1');
  });

  it.each(['tokenFile', 'client-key', 'certificate-authority'])(
    'should refuse a FIFO that a kubeconfig names: %s',
    async (member) => {
      const isCluster = member === 'certificate-authority';
      const text = isCluster
        ? kubeconfig.replace('{server:', `{${member}: ${fifo}, server:`)
        : kubeconfig.replace('user: {}', `user: {${member}: ${fifo}}`);
      const run = command(['watch', 'pods', '--kubeconfig', folder.write('config', text)]);

      expect((await run.ended).code).toBe(1);
      expect(run.errors()).toContain(`cannot read ${fifo}, which the kubeconfig names: it is a pipe`);
    },
  );

  it.each([
    ['--kubeconfig', ['watch', 'pods', '--kubeconfig', '/dev/zero']],
    ['--seed', ['apiserver', '--seed', '/dev/zero']],
  ])('should refuse an endless file: %s', async (_, words) => {
    const run = command(words);

    expect((await run.ended).code).toBe(1);
    expect(run.errors()).toMatch(/it has more than \d+ bytes/);
  });
});

const full = '/dev/full';

const unwritable = (): void => {
  it('should exit with 1, even while its stderr is not read', async () => {
    const folder = temporary();
    const unread = folder.path('unread');
    execFileSync('mkfifo', [unread]);
    const [stdout, stderr] = [openSync(full, 'w'), openSync(unread, constants.O_RDWR | constants.O_NONBLOCK)];
    fill(stderr);
    const child = spawn(process.execPath, [...sourceFlags, 'src/cli/main.ts', 'apiserver', '--port', '0'], {
      stdio: ['ignore', stdout, stderr],
    });
    const ended = once(child, 'exit');
    const impatience = globalThis.setTimeout(() => child.kill('SIGKILL'), 20_000);

    expect(await ended).toEqual([1, null]);
    clearTimeout(impatience);
    for (const one of [stdout, stderr]) closeSync(one);
    folder.remove();
  });
};

if (existsSync(full)) describe('the command whose output cannot be written', unwritable);

/** Writes into a pipe until the pipe is full. */
function fill(descriptor: number): void {
  try {
    for (;;) writeSync(descriptor, 'x'.repeat(4_096));
  } catch (error) {
    expect(error).toHaveProperty('code', 'EAGAIN');
  }
}
