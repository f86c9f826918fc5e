/**
 * What a server shows of itself, in PEM.
 *
 * @example
 * ```ts
 * const tls: Certificate = { key: '-----BEGIN PRIVATE KEY-----…', cert: '-----BEGIN CERTIFICATE-----…' };
 * ```
 */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** Who has signed it, for clients; absent where they know already. */
  readonly ca?: string;
}
