/** The well-formed entries of a kubeconfig. Malformed entries are left out. */
export interface Kubeconfig {
  /** The name of the current context; `''` if the kubeconfig has no current context. */
  readonly currentContext: string;
  readonly contexts: Entries;
  readonly clusters: Entries;
  readonly users: Entries;
}

/** Entries by name. The file paths in the entries are absolute. */
export type Entries = ReadonlyMap<string, Entry>;

/** The JSON of one cluster, user or context of a kubeconfig. */
export type Entry = Readonly<Record<string, unknown>>;

/**
 * Merges kubeconfigs as kubectl does. If several kubeconfigs have an entry with one name, uses the whole entry of the
 * first kubeconfig.
 */
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
