/**
 * The certificate and the key of a server, in PEM.
 *
 * @example
 * ```ts
 * const tls: Certificate = { key: '-----BEGIN PRIVATE KEY-----…', cert: '-----BEGIN CERTIFICATE-----…' };
 * ```
 */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** The certificate of the certificate authority (CA), for clients. Absent if clients trust the CA already. */
  readonly ca?: string;
}
