import type { RequestOptions } from 'node:https';
import { KubeConfig as KubeConfig2 } from '@kubernetes/client-node';
import { KubeConfig as KubeConfig1 } from '@kubernetes/client-node-1';
import { kubeConfigTransport } from '../../../src/client-node/index.ts';
import type { MakeTransport, TokenGiver } from './harness.ts';
import { frontIdentity } from './tls-front.ts';

/** The class `KubeConfig` of both major versions of client-node, by version. */
export const clientNodes = [
  ['client-node 1.4', KubeConfig1],
  ['client-node 2.x', KubeConfig2],
] as const;

/** The type of the class `KubeConfig` in either major version of client-node. */
export type KubeConfigClass = typeof KubeConfig1 | typeof KubeConfig2;

/** Creates a transport with a real `KubeConfig`. An authenticator of the spec provides the token. */
export const kubeConfigMaker =
  (KubeConfig: KubeConfigClass): MakeTransport =>
  (address, token, options) => {
    const config = new KubeConfig();
    const cluster = { name: 'c', server: address, skipTLSVerify: false, caData: base64(frontIdentity.cert) };
    config.loadFromClusterAndUser(cluster, { name: 'u' });
    if (token !== undefined) config.addAuthenticator(authenticator(token));
    return kubeConfigTransport(config, options);
  };

const authenticator = (token: TokenGiver) => ({
  isAuthProvider: () => true,
  async applyAuthentication(_: unknown, options: RequestOptions) {
    const given = await token();
    if (given !== undefined) Object.assign((options.headers ??= {}), { Authorization: `Bearer ${given}` });
  },
});

/** Encodes a PEM text as Base64 for a kubeconfig. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64');
