import type { AccessRule } from '../example-check.ts';

/** An API server that examples run against: the embedded one, or a real one. */
export interface ExampleServer {
  readonly url: string;
  /** In PEM; only for https. */
  readonly ca?: string;
  /** A request of the administrator; rejects for every status but 2xx. */
  readonly ask: <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<T>;
  /** A user of a kubeconfig, who may do what the rules say, or everything. */
  readonly userWith: (rights: readonly AccessRule[] | undefined) => Promise<object>;
  readonly defineGadgets: () => Promise<void>;
  readonly withdrawGadgets: () => Promise<void>;
  /** Whether what stands before it has to answer 404 in its place. */
  readonly hides?: (path: string) => boolean;
}

/** What examples find and lose: a custom resource. */
export const gadgets = { group: 'example.net', version: 'v1', resource: 'gadgets', kind: 'Gadget' } as const;
