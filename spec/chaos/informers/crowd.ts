import { KubeConfig } from '@kubernetes/client-node';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';
import { differences, type State, stateOf, type Witness, witness } from '../support/witness.ts';
import { nativeWatchers } from './native.ts';
import { sharedWatchers } from './shared.ts';
import type { Running, Watcher } from './watcher.ts';

export const watchers: readonly Watcher[] = [...nativeWatchers, ...sharedWatchers];

/** Where each watcher finds the server, and as whom: by its place in `watchers`. */
export interface Ways {
  readonly servers: readonly string[];
  readonly tokens: readonly string[];
  /** The file of the CA, for TLS. */
  readonly caFile?: string;
}

/** What is to be said of one watcher in the end. */
export interface Verdict {
  readonly name: string;
  /** How often it failed to list or to watch. */
  readonly failures: number;
  /** Of all its handlers. */
  readonly told: number;
  /** What its store has that the server has not, or the other way round. */
  readonly store: readonly string[];
  /** The same for what its handlers were told last. */
  readonly handlers: readonly string[];
  /** What its handlers were told twice, or in contradiction. */
  readonly contradictions: readonly string[];
}

/** All ten informers, in this process. */
export interface Crowd {
  readonly setTokens: (tokens: readonly string[]) => void;
  /** The next handler that is called keeps the event loop for so long. */
  readonly block: (ms: number) => void;
  /** How it stands, against what the server has for each watcher. */
  readonly verdicts: (expected: readonly State[]) => readonly Verdict[];
  readonly stop: () => void;
}

export function startCrowd({ servers, tokens: first, caFile }: Ways): Crowd {
  let tokens = first;
  let blockFor = 0;
  const onTold = (): void => {
    const end = performance.now() + blockFor;
    blockFor = 0;
    while (performance.now() < end);
  };

  const members = watchers.map((watcher, i) => {
    let failures = 0;
    const server = servers[i] ?? '';
    const config = new KubeConfig();
    config.loadFromOptions({
      clusters: [{ name: 'chaos', server, ...(caFile !== undefined && { caFile }) }],
      users: [{ name: 'chaos', token: tokens[i] }],
      contexts: [{ name: 'chaos', cluster: 'chaos', user: 'chaos' }],
      currentContext: 'chaos',
    });
    const running: Running = watcher.run({
      config,
      kube: kubeConfigTransport(config),
      web: fetchTransport({ server, token: () => tokens[i] }),
      reflect: {
        backoff: { initial: 100, max: 1_000 },
        idleTimeout: 3_000,
        status: { next: ({ phase }) => (failures += Number(phase === 'waiting')) },
      },
      failed: () => (failures += 1),
      witness: (name) => witness(name, onTold),
    });
    return { watcher, config, running, failures: () => failures };
  });

  return {
    setTokens(next) {
      tokens = next;
      members.forEach(({ config }, i) => {
        config.users = config.users.map((user) => ({ ...user, token: next[i] ?? '' }));
      });
    },
    block(ms) {
      blockFor = ms;
    },
    verdicts: (expected) =>
      members.map(({ watcher, running, failures }, i) => {
        const { witnesses, stored } = running;
        const ofEach = (say: (one: Witness) => readonly string[]): string[] =>
          witnesses.flatMap((one) => say(one).map((text) => `${one.name}: ${text}`));
        return {
          name: watcher.name,
          failures: failures(),
          told: witnesses.reduce((sum, { told }) => sum + told, 0),
          store: differences(stateOf(stored()), expected[i] ?? {}),
          handlers: ofEach(({ state }) => differences(state, expected[i] ?? {})),
          contradictions: ofEach((one) => one.contradictions),
        };
      }),
    stop: () => members.forEach(({ running }) => running.stop()),
  };
}
