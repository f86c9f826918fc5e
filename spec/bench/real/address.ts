/** Where a real API server is, and who may ask it; a speed server's address is its URL alone. */
export interface RealAddress {
  readonly server: string;
  readonly token: string;
  readonly caFile: string;
  readonly kubeconfig: string;
  /** A GET makes the writer begin. */
  readonly go: string;
}
