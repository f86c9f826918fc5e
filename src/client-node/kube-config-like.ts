/** What is used of a `KubeConfig`. */
export interface KubeConfigLike {
  getCurrentCluster(): { readonly server: string; readonly proxyUrl?: string } | null;
  applyToHTTPSOptions(options: object): Promise<void>;
}
