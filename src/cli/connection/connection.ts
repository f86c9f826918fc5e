import type { Transport } from '../../source/index.ts';

/** A server, and a transport with the credentials of a user. */
export interface Connection {
  /** The http or https URL of the server, without a slash at its end. The URL may have a path. */
  readonly server: string;
  readonly transport: Transport;
  /** The namespace that is used unless the user types another namespace. If absent, the namespace is `default`. */
  readonly namespace?: string;
  /** The origin of `namespace` for error messages, such as `the context “a” of FILE`. */
  readonly namespaceOwner?: string;
  /** Advice for the user if the server refuses the login. */
  readonly loginHint: string;
  /** Advice for the user if the certificate of the server is not trusted. */
  readonly authorityHint: string;
}

/**
 * The connection options that the user typed. If the user typed no connection option, the environment selects the
 * cluster.
 */
export interface ConnectionOptions {
  readonly server?: string;
  /** A bearer token; allowed only with `server`. */
  readonly token?: string;
  /** A PEM file; allowed only with `server`. */
  readonly certificateAuthority?: string;
  /** A kubeconfig file; not allowed with `server`. */
  readonly kubeconfig?: string;
  /** A context of a kubeconfig; not allowed with `server`. */
  readonly context?: string;
  /** Whether a token or password may be sent over `http:` to another host. Default false. */
  readonly allowInsecureCredentials?: boolean;
}
