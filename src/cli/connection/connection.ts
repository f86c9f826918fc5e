import type { Transport } from '../../source/index.ts';

/** A server, and a transport with the credentials of a user. */
export interface Connection {
  /** An http or https URL, without a slash at its end. It has a path if the server is below a path. */
  readonly server: string;
  readonly transport: Transport;
  /** The namespace, unless the user types another one; absent: `default`. */
  readonly namespace?: string;
  /** The source of `namespace`, as in `the context “a” of FILE`. */
  readonly namespaceOwner?: string;
  /** Advice if the server refuses the login. */
  readonly loginHint: string;
  /** Advice if the certificate of the server is not trusted. */
  readonly authorityHint: string;
}

/** The connection options that the user typed. Without any of these, the environment decides. */
export interface ConnectionOptions {
  readonly server?: string;
  /** Only with `server`. */
  readonly token?: string;
  /** A file; only with `server`. */
  readonly certificateAuthority?: string;
  /** A file; not with `server`. */
  readonly kubeconfig?: string;
  /** A context of a kubeconfig; not with `server`. */
  readonly context?: string;
  /** Default false: a token or password is not sent over `http:` to another machine. */
  readonly allowInsecureCredentials?: boolean;
}
