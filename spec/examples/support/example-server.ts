import type { AccessRule } from '../example-check.ts';

/** An API server that examples run against: the embedded one, or a real one. */
export interface ExampleServer {
  readonly url: string;
  /** The CA in PEM; only for https. */
  readonly ca?: string;
  /** Sends a request of the administrator. Rejects for a status other than 2xx. */
  readonly ask: <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<T>;
  /** Returns a user of a kubeconfig with the permissions of the rules, or with all permissions. */
  readonly userWith: (rights: readonly AccessRule[] | undefined) => Promise<object>;
  readonly defineGadgets: () => Promise<void>;
  readonly withdrawGadgets: () => Promise<void>;
  /** Whether the front has to answer a path with 404 instead of the server. */
  readonly hides?: (path: string) => boolean;
}

/** A custom resource that checks add and remove. */
export const gadgets = { group: 'example.net', version: 'v1', resource: 'gadgets', kind: 'Gadget' } as const;
