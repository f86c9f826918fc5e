import process from 'node:process';
import { fromEvent } from 'rxjs';
import type { Terminal } from './terminal.ts';

/**
 * The terminal of this process, and what leaves it as it was.
 *
 * @param stop - asks the command to end
 */
export function processTerminal(stop: (reason: string) => void): {
  readonly terminal: Terminal;
  readonly restore: () => void;
} {
  const restores = new Set<() => void>();
  const restore = (): void => {
    for (const one of restores) one();
    restores.clear();
  };
  process.on('exit', restore);
  // Listened to only while there is something to leave: `nohup` has it ignored, which a listener would undo.
  const hangUp = (): void => stop('SIGHUP');

  const terminal: Terminal = {
    get stdin() {
      return process.stdin; // opened when it is asked for: a terminal that is opened is a handle that stays
    },
    stop: () => stop('a key'),
    beforeEnd: (one) => {
      if (restores.size === 0) process.once('SIGHUP', hangUp);
      restores.add(one);
      return () => {
        restores.delete(one);
        if (restores.size === 0) process.off('SIGHUP', hangUp);
      };
    },
    suspend: () => void process.kill(0, 'SIGTSTP'), // the group, so that npm or a pipe's other end stops with it
    continued$: fromEvent(process, 'SIGCONT'),
  };
  return { terminal, restore };
}
