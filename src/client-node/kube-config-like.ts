/** What is used of a `KubeConfig`. */
export interface KubeConfigLike {
  /** The cluster of the current context. */
  getCurrentCluster(): { readonly server: string; readonly proxyUrl?: string } | null;
  /** The user of the current context. Where it is there, plugins that were asked at one moment are run once. */
  getCurrentUser?(): object | null;
  /** Fills in TLS material, headers and authentication. */
  applyToHTTPSOptions(options: object): Promise<void>;
}
