import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { State } from '../support/witness.ts';
import { startCrowd, type Verdict, type Connections } from './crowd.ts';

/** Controls the informers of a chaos test. The informers run in this process or in a child process. */
export interface CrowdHandle {
  readonly setTokens: (tokens: readonly string[]) => void;
  readonly block: (ms: number) => void;
  readonly verdicts: (expected: readonly State[]) => Promise<readonly Verdict[]>;
  /**
   * Stops all informers. Resolves with the names of the resources (timers, sockets and so on) that the informers left
   * open.
   */
  readonly stop: () => Promise<readonly string[]>;
}

export type ToCrowd =
  | { readonly type: 'tokens'; readonly tokens: readonly string[] }
  | { readonly type: 'block'; readonly ms: number }
  | { readonly type: 'verdicts'; readonly expected: readonly State[] }
  | { readonly type: 'stop' };

export type FromCrowd =
  | { readonly type: 'verdicts'; readonly verdicts: readonly Verdict[] }
  | { readonly type: 'stopped'; readonly resources: readonly string[] };

/** The error if the child process with the informers ends before the test stops the informers. */
export class CrowdEnded extends Error {}

/** Runs the informers of the chaos test in this process. */
export function crowdHere(connections: Connections): CrowdHandle {
  const { setTokens, block, verdicts, stop } = startCrowd(connections);
  return {
    setTokens,
    block,
    verdicts: (expected) => Promise.resolve(verdicts(expected)),
    stop: () => {
      stop();
      return Promise.resolve([]);
    },
  };
}

/**
 * Runs the informers in a child process. After the stop, the child process must end by itself. Otherwise the library
 * has left a timer or a socket open.
 */
export function crowdApart(connections: Connections): CrowdHandle {
  const child = fork(
    fileURLToPath(new URL('crowd-process.ts', import.meta.url)),
    [JSON.stringify(connections)],
    {
      execArgv: ['--conditions=rx-informer:source', '--disable-warning=ExperimentalWarning'],
      env: {
        ...process.env,
        ...(connections.caFile !== undefined && { NODE_EXTRA_CA_CERTS: connections.caFile }),
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    },
  );
  const gone = once(child, 'exit').then(([code, signal]): FromCrowd => {
    throw new CrowdEnded(`the process of the informers ended: ${String(code ?? signal)}`);
  });
  gone.catch(() => undefined);
  const send = (message: ToCrowd): void => {
    if (child.connected) child.send(message);
  };
  const ask = async (message: ToCrowd): Promise<FromCrowd> => {
    const answer = once(child, 'message').then(([said]) => said as FromCrowd);
    send(message);
    return Promise.race([answer, gone]);
  };

  return {
    setTokens: (tokens) => send({ type: 'tokens', tokens }),
    block: (ms) => send({ type: 'block', ms }),
    async verdicts(expected) {
      const answer = await ask({ type: 'verdicts', expected });
      return answer.type === 'verdicts' ? answer.verdicts : [];
    },
    async stop() {
      const answer = await ask({ type: 'stop' });
      child.disconnect();
      if (child.exitCode !== null) return [];
      const late = setTimeout(() => child.kill('SIGKILL'), patience);
      const [code] = (await once(child, 'exit')) as [number | null];
      clearTimeout(late);
      if (code === 0) return [];
      const open = answer.type === 'stopped' ? answer.resources.join(', ') : '';
      return [`the process did not end by itself: ${code ?? 'killed'}; open when stopped: ${open}`];
    },
  };
}

/** Time limit in ms within which the child process must end after the stop of all informers. */
const patience = 20_000;
