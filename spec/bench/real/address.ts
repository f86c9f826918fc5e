/** The address and credentials of a real API server. The address of a benchmark server is only a URL. */
export interface RealAddress {
  readonly server: string;
  readonly token: string;
  readonly caFile: string;
  readonly kubeconfig: string;
  /** The URL of the writer. A GET of this URL starts the writes. */
  readonly go: string;
}
