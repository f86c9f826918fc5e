/** What is used of a `KubeConfig`. */
export interface KubeConfigLike {
  /** The cluster of the current context. */
  getCurrentCluster(): { readonly server: string; readonly proxyUrl?: string } | null;
  /** Fills in TLS material, headers and authentication. */
  applyToHTTPSOptions(options: object): Promise<void>;
}
