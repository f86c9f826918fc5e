/** The address and credentials of a real API server. The address of a speed server is only its URL. */
export interface RealAddress {
  readonly server: string;
  readonly token: string;
  readonly caFile: string;
  readonly kubeconfig: string;
  /** A GET of this URL starts the writer. */
  readonly go: string;
}
