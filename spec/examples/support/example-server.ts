import type { AccessRule } from '../example-check.ts';

/** The API server to which an example program connects: an embedded or a real server. */
export interface ExampleServer {
  readonly url: string;
  /** The certificate authority in PEM format. Undefined for plain HTTP. */
  readonly ca?: string;
  /** Sends a request as the administrator. Rejects if the status is not 2xx. */
  readonly ask: <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<T>;
  /** The token of the administrator. */
  readonly token: string;
  readonly defineGadgets: () => Promise<void>;
  readonly withdrawGadgets: () => Promise<void>;
  /** Whether the proxy in front of the server must answer a path with 404. */
  readonly hides?: (path: string) => boolean;
  /** Starts another API server that has the same administrator. The caller must close it. */
  readonly another: () => Promise<ExampleServer & { readonly close: () => Promise<void> }>;
}

/** A user of an API server. */
export interface ExampleUser {
  /** The name of the user in role bindings. */
  readonly name: string;
  /** The `user` entry of a kubeconfig. */
  readonly credentials: object;
}

/** Creates a user with the permissions of the rules. Without rules, the user is the administrator. */
export async function userWith(
  { ask, token }: Pick<ExampleServer, 'ask' | 'token'>,
  rights: readonly AccessRule[] | undefined,
): Promise<ExampleUser> {
  if (rights === undefined) return { name: 'admin', credentials: { token } };
  const name = `example-${users++}`;
  await ask('POST', `${rbac}/clusterroles`, { metadata: { name }, rules: rights });
  await ask('POST', `${rbac}/clusterrolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
  });
  return { name, credentials: { token, as: name } };
}

const rbac = '/apis/rbac.authorization.k8s.io/v1';
let users = 0;

/** The custom resource that the checks add and remove. */
export const gadgets = { group: 'example.net', version: 'v1', resource: 'gadgets', kind: 'Gadget' } as const;
