import { fork } from 'node:child_process';
import process from 'node:process';
import { HostileServer, type Hooks } from './hostile-server.ts';
import type { ChildMessage, ParentMessage, Program, Notification } from './messages.ts';

/** One run of a test case: the server, the program, and everything that the program has reported. */
export interface Scene {
  readonly server: HostileServer;
  readonly received: readonly Notification[];
  readonly steps: readonly string[];
  readonly late: readonly string[];
  readonly errors: readonly string[];
  /** Whether the promise of `start` has resolved. */
  readonly hasStarted: () => boolean;
  /**
   * The reason why the process has ended by itself. Undefined if the process runs, or if the test has stopped the
   * process.
   */
  readonly ended: () => string | undefined;
  readonly send: (message: ParentMessage) => boolean;
  /**
   * Waits until the condition is true, or until the process has ended, but at most `ms` ms. @returns whether the
   * condition is true
   */
  readonly until: (holds: () => boolean, ms: number) => Promise<boolean>;
  readonly pause: (ms: number) => Promise<void>;
}

/** The library and the options of one run. */
export interface Cast {
  readonly contender: string;
  readonly restart: boolean;
  readonly program: Program;
  readonly hooks: Hooks;
}

/** Starts a server and a program, calls `run` with both, and then stops both. */
export async function play<R>(cast: Cast, run: (scene: Scene) => Promise<R>): Promise<R> {
  const server = new HostileServer(cast.hooks);
  const address = await server.listen();
  const received: Notification[] = [];
  const steps: string[] = [];
  const late: string[] = [];
  const errors: string[] = [];
  let hasStarted = false;
  let ended: string | undefined;
  let said = '';

  const file = new URL('./child.ts', import.meta.url).pathname;
  const child = fork(file, [cast.contender, address, cast.program, cast.restart ? 'restart' : ''], {
    execArgv: ['--conditions=rx-informer:source', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (process.env['FAULTS_DEBUG'] !== undefined) process.stderr.write(text);
  });
  child.on('message', (message: ChildMessage) => {
    if ('verb' in message) received.push(message);
    else if ('step' in message) steps.push(`${message.step} ${message.version}`);
    else if ('late' in message) late.push(message.late);
    else if ('error' in message) errors.push(message.error);
    else hasStarted = true;
  });
  child.on('exit', (code) => {
    ended = /^\S*Error\b.*$/m.exec(said)?.[0] ?? `code ${String(code)}`;
  });

  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const until = async (holds: () => boolean, ms: number): Promise<boolean> => {
    const end = performance.now() + ms;
    while (!holds() && ended === undefined && performance.now() < end) await pause(5);
    return holds();
  };
  const isEnded = (): string | undefined => ended;
  try {
    return await run({
      server,
      received,
      steps,
      late,
      errors,
      hasStarted: () => hasStarted,
      ended: isEnded,
      send: (message) => child.connected && child.send(message),
      until,
      pause,
    });
  } finally {
    child.kill('SIGKILL');
    server.close();
  }
}
