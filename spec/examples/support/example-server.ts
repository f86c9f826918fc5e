import type { AccessRule } from '../example-check.ts';

/** The API server to which an example program connects: an embedded or a real server. */
export interface ExampleServer {
  readonly url: string;
  /** The certificate authority in PEM format. Undefined for plain HTTP. */
  readonly ca?: string;
  /** Sends a request as the administrator. Rejects if the status is not 2xx. */
  readonly ask: <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<T>;
  /**
   * Returns the `user` entry of a kubeconfig. The user has the permissions of the rules, or all permissions without
   * rules.
   */
  readonly userWith: (rights: readonly AccessRule[] | undefined) => Promise<object>;
  readonly defineGadgets: () => Promise<void>;
  readonly withdrawGadgets: () => Promise<void>;
  /** Whether the proxy in front of the server must answer a path with 404. */
  readonly hides?: (path: string) => boolean;
}

/** The custom resource that the checks add and remove. */
export const gadgets = { group: 'example.net', version: 'v1', resource: 'gadgets', kind: 'Gadget' } as const;
