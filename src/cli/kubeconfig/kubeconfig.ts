/** The well-formed parts of a kubeconfig. Malformed parts are left out. */
export interface Kubeconfig {
  /** `''` if there is no current context. */
  readonly currentContext: string;
  readonly contexts: Entries;
  readonly clusters: Entries;
  readonly users: Entries;
}

/** Entries by name. The paths in the entries are absolute. */
export type Entries = ReadonlyMap<string, Entry>;

/** One cluster, user or context, as JSON. */
export type Entry = Readonly<Record<string, unknown>>;

/** Merges kubeconfigs as kubectl does: a whole entry comes from the first kubeconfig that has the name of the entry. */
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
