import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { clientGoProgram } from './build.ts';

/** The options of one run. */
export interface ProgramOptions {
  /** `typed`, `typed-strip`, `typed-protobuf`, `dynamic`, `metadata` or `pipeline`, and `-streamed` of each. */
  readonly form: string;
  readonly server: string;
  readonly resource: string;
  readonly objects: number;
  /** The total number of events. */
  readonly events: number;
  /** The variables TOKEN, and CA, a file. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** The cost of a command: `cpu`, `wall` and `first` in ms, `peak` in MB, `heap` in bytes, `p50` and `p99` in µs. */
type Answer = Readonly<Record<string, number>>;

/** A process of client-go that executes commands. */
export interface Program {
  /** Sends a command of `main.go`. Rejects if the process has ended. */
  readonly send: (command: string) => Promise<Answer>;
  /** The version of each object of its store, by namespace and name. */
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
  const streams = form.endsWith('-streamed'); // client-go's default; the other forms request pages
  const child = spawn(clientGoProgram(), [form, server, resource, String(objects), String(events)], {
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
