/** Which server to talk to, and as whom. */
export interface Connection {
  /** An http or https URL, with a path where the server is behind one; no slash at its end. */
  readonly server: string;
  /** A secret: it goes into the header of a request and nowhere else. */
  readonly token?: string;
  /** The text of a PEM file. */
  readonly certificateAuthority?: string;
}

/** The same as it was typed. */
export interface ConnectionOptions {
  readonly server: string;
  readonly token?: string;
  readonly certificateAuthority?: string;
}
