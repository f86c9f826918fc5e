import type { Transport } from '../../source/index.ts';

/** A server, and a way to talk to it as somebody. */
export interface Connection {
  /** An http or https URL, with a path where the server is behind one; no slash at its end. */
  readonly server: string;
  readonly transport: Transport;
  /** Where no other is asked for; absent: `default`. */
  readonly namespace?: string;
  /** Whose that namespace is, as in `the context “a” of FILE`. */
  readonly namespaceOwner?: string;
  /** What to look at when the server refuses the login. */
  readonly loginHint: string;
  /** What to do when its certificate is not trusted. */
  readonly authorityHint: string;
}

/** Which server, and as whom, as it was typed. Without any of these the environment says it. */
export interface ConnectionOptions {
  readonly server?: string;
  /** With `server` only. */
  readonly token?: string;
  /** A file; with `server` only. */
  readonly certificateAuthority?: string;
  /** A file; not with `server`. */
  readonly kubeconfig?: string;
  /** One of a kubeconfig; not with `server`. */
  readonly context?: string;
  /** Default false: a token or password is not sent over `http:` to another machine. */
  readonly allowInsecureCredentials?: boolean;
}
