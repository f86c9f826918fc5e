/** The address and credentials of a real API server. For the benchmark server, the address is only a URL. */
export interface RealAddress {
  readonly server: string;
  readonly token: string;
  readonly caFile: string;
  readonly kubeconfig: string;
  /** The URL that starts the writes of pods. A GET of this URL returns after the last write. */
  readonly go: string;
}
