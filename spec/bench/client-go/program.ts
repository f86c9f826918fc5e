import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { clientGoProgram } from './build.ts';

/** The options of one run of the client-go program. */
export interface ProgramOptions {
  /**
   * The mode in which client-go caches: `typed`, `typed-strip`, `typed-protobuf`, `dynamic`, `metadata` or `pipeline`.
   * Each name can have the suffix `-streamed`.
   */
  readonly form: string;
  readonly server: string;
  readonly resource: string;
  readonly objects: number;
  /** Total number of watch events in the run. */
  readonly events: number;
  /** The environment variables with credentials: TOKEN, and CA, which is the path of a file. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/**
 * The cost of a command. The members `cpu`, `wall` and `first` are in ms, `peak` is in MB, `heap` is in bytes, and
 * `p50` and `p99` are in µs.
 */
type Answer = Readonly<Record<string, number>>;

/** A process of client-go that executes commands. */
export interface Program {
  /** Sends a command that `main.go` defines. Rejects if the process has ended. */
  readonly send: (command: string) => Promise<Answer>;
  /** Returns the version of each object in client-go's store, by namespace and name. */
  readonly state: () => Promise<Readonly<Record<string, string>>>;
  readonly end: () => Promise<void>;
}

export function startProgram({
  form,
  server,
  resource,
  objects,
  events,
  credentials,
}: ProgramOptions): Program {
  const streams = form.endsWith('-streamed'); // without the suffix `-streamed`, client-go lists in pages
  const child = spawn(clientGoProgram.path(), [form, server, resource, String(objects), String(events)], {
    env: { ...process.env, ...credentials, KUBE_FEATURE_WatchListClient: String(streams) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (command: string): Promise<unknown> => {
    child.stdin.write(`${command}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`client-go ended at "${command}"`);
    return JSON.parse(value);
  };
  return {
    send: async (command) => (await ask(command)) as Answer,
    state: async () => (await ask('state')) as Readonly<Record<string, string>>,
    async end() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}
