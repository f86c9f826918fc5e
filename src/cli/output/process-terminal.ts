import process from 'node:process';
import { fromEvent } from 'rxjs';
import type { Terminal } from './terminal.ts';

/**
 * The terminal of this process, and what leaves it as it was.
 *
 * @param stop - asks the command to end
 */
export function processTerminal(stop: () => void): {
  readonly terminal: Terminal;
  readonly restore: () => void;
} {
  const restores = new Set<() => void>();
  const restore = (): void => {
    for (const one of restores) one();
    restores.clear();
  };
  process.on('exit', restore);

  const terminal: Terminal = {
    get stdin() {
      return process.stdin; // opened when it is asked for: a terminal that is opened is a handle that stays
    },
    stop,
    beforeEnd: (one) => {
      restores.add(one);
      return () => void restores.delete(one);
    },
    suspend: () => void process.kill(0, 'SIGTSTP'), // the group, so that npm or a pipe's other end stops with it
    continued$: fromEvent(process, 'SIGCONT'),
  };
  return { terminal, restore };
}
