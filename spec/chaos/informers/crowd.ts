import { KubeConfig } from '@kubernetes/client-node';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';
import { differences, type State, stateOf, type Witness, witness } from '../support/witness.ts';
import { nativeWatchers } from './native.ts';
import { sharedWatchers } from './shared.ts';
import type { Running, Watcher } from './watcher.ts';

export const watchers: readonly Watcher[] = [...nativeWatchers, ...sharedWatchers];

/** The address of the server and the token for each informer, by the index of the informer in `watchers`. */
export interface Connections {
  readonly servers: readonly string[];
  readonly tokens: readonly string[];
  /** The path of the file with the certificate authority, for TLS. */
  readonly caFile?: string;
}

/** The comparison of one informer with the server. */
export interface Verdict {
  readonly name: string;
  /** Number of failed lists and watches of the informer. */
  readonly failures: number;
  /** Number of calls of all handlers of the informer. */
  readonly received: number;
  /** The differences between the store of the informer and the server. */
  readonly store: readonly string[];
  /** The differences between the objects that the handlers know and the objects of the server. */
  readonly handlers: readonly string[];
  /** Handler calls that came twice or that contradict earlier calls. */
  readonly contradictions: readonly string[];
}

/** The ten informers of a chaos test, in this process. */
export interface Crowd {
  readonly setTokens: (tokens: readonly string[]) => void;
  /** Makes the next handler call block the event loop for `ms` ms. */
  readonly block: (ms: number) => void;
  /** Compares each informer with the objects that the informer should have. */
  readonly verdicts: (expected: readonly State[]) => readonly Verdict[];
  readonly stop: () => void;
}

export function startCrowd({ servers, tokens: first, caFile }: Connections): Crowd {
  let tokens = first;
  let blockFor = 0;
  const onReceived = (): void => {
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
      witness: (name) => witness(name, onReceived),
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
          received: witnesses.reduce((sum, { received }) => sum + received, 0),
          store: differences(stateOf(stored()), expected[i] ?? {}),
          handlers: ofEach(({ state }) => differences(state, expected[i] ?? {})),
          contradictions: ofEach((one) => one.contradictions),
        };
      }),
    stop: () => members.forEach(({ running }) => running.stop()),
  };
}
