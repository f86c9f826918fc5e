/** What a kubeconfig says, as far as it has its form. Of what has not, nothing is here. */
export interface Kubeconfig {
  /** `''` for none. */
  readonly currentContext: string;
  readonly contexts: Entries;
  readonly clusters: Entries;
  readonly users: Entries;
}

/** Entries by their names; the paths in them are absolute. */
export type Entries = ReadonlyMap<string, Entry>;

/** One cluster, user or context, as JSON. */
export type Entry = Readonly<Record<string, unknown>>;

/** Several as one, as kubectl merges them: whatever has a name is taken whole from the first that has it. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const merged = (part: 'contexts' | 'clusters' | 'users'): Entries =>
    new Map([...configs].reverse().flatMap((config) => [...config[part]]));
  return {
    currentContext: configs.map(({ currentContext }) => currentContext).find((name) => name !== '') ?? '',
    contexts: merged('contexts'),
    clusters: merged('clusters'),
    users: merged('users'),
  };
}
