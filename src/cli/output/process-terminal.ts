import process from 'node:process';
import { auditTime, fromEvent, merge, Subject } from 'rxjs';
import type { Terminal } from './terminal.ts';

/**
 * Returns the terminal of this process, and a function that restores it.
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
  // SIGQUIT and SIGTSTP have a listener only while the terminal must be restored. Without a listener, Ctrl-\ ends the
  // process at once.
  const end = (signal: NodeJS.Signals): void => stop(signal);
  const continued = new Subject<void>();
  const pause = (): void => {
    for (const one of restores) one();
    process.off('SIGTSTP', pause);
    // Without a listener, SIGTSTP stops the process. If there is no shell that can continue the process, the
    // system ignores the signal.
    process.kill(process.pid, 'SIGTSTP');
    process.on('SIGTSTP', pause);
    continued.next();
  };
  const listen = (change: 'on' | 'off'): void => {
    process[change]('SIGQUIT', end);
    process[change]('SIGTSTP', pause);
  };

  const terminal: Terminal = {
    get stdin() {
      // The getter opens stdin at its first use, because an open terminal is a handle that keeps the process running.
      return process.stdin;
    },
    stop: () => stop('a key'),
    beforeEnd: (one) => {
      if (restores.size === 0) listen('on');
      restores.add(one);
      return () => {
        if (restores.delete(one) && restores.size === 0) listen('off');
      };
    },
    // `suspend` sends the signal to the process group, so that npm or the other end of a pipe stops, too.
    suspend: () => void process.kill(0, 'SIGTSTP'),
    // A process that was stopped gets both events of `continued$`. `auditTime` emits only one event.
    continued$: merge(fromEvent(process, 'SIGCONT'), continued).pipe(auditTime(10)),
  };
  return { terminal, restore };
}
