import process from 'node:process';
import { auditTime, fromEvent, merge, Subject } from 'rxjs';
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
  // Listened to only while there is something to leave: else Ctrl-\ ends the process at once.
  const end = (signal: NodeJS.Signals): void => stop(signal);
  const continued = new Subject<void>();
  const pause = (): void => {
    for (const one of restores) one();
    process.off('SIGTSTP', pause);
    process.kill(process.pid, 'SIGTSTP'); // stops as without a listener: not where nobody could wake it
    process.on('SIGTSTP', pause);
    continued.next();
  };
  const listen = (change: 'on' | 'off'): void => {
    process[change]('SIGQUIT', end);
    process[change]('SIGTSTP', pause);
  };

  const terminal: Terminal = {
    get stdin() {
      return process.stdin; // opened when it is asked for: a terminal that is opened is a handle that stays
    },
    stop: () => stop('a key'),
    beforeEnd: (one) => {
      if (restores.size === 0) listen('on');
      restores.add(one);
      return () => {
        if (restores.delete(one) && restores.size === 0) listen('off');
      };
    },
    suspend: () => void process.kill(0, 'SIGTSTP'), // the group, so that npm or a pipe's other end stops with it
    // Both where it was stopped: one is enough.
    continued$: merge(fromEvent(process, 'SIGCONT'), continued).pipe(auditTime(10)),
  };
  return { terminal, restore };
}
