import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Transport } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';
import { pluginIn } from '../client-node/support/plugin.ts';
import { configFrom } from '../client-node/support/config-text.ts';
import { foldersForEach, foldersForAll } from '../client-node/support/temporary.ts';
import { describeServer } from '../contract/served.ts';
import { failed, read } from '../contract/support/harness.ts';
import { base64, clientNodes } from '../contract/support/kube-config.ts';
import { selfSigned } from '../contract/support/self-signed.ts';
import { fetchThatTrusts } from '../contract/support/trusting-fetch.ts';
import { type Cluster, down, up } from './kube.mjs';
import { asAdmin } from './support/admin.ts';

const folder = foldersForEach();
const lasting = foldersForAll();

/** A client certificate. The user with the name in the certificate has all permissions in the cluster. */
const client = selfSigned('contract-client');
let cluster: Cluster;

beforeAll(async () => {
  const { write } = lasting();
  cluster = await up([`--client-ca-file=${write('client-ca.crt', client.cert)}`]);
  await asAdmin(cluster, (ask) =>
    ask('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'contract-client' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'contract-client' }],
    }),
  );
});
afterAll(() => down(cluster));

describe('fetchTransport and a real API server, over TLS', () => {
  describeServer(() =>
    fetchTransport({
      server: cluster.server,
      token: () => cluster.token,
      fetch: fetchThatTrusts(readFileSync(cluster.caFile, 'utf8')),
    }),
  );
});

describe.each(clientNodes)('kubeConfigTransport and a real API server, %s', (_, KubeConfig) => {
  const transportAs = (user: object): Transport =>
    kubeConfigTransport(
      configFrom(KubeConfig, { server: cluster.server, 'certificate-authority': cluster.caFile }, user),
    );
  const certificate = {
    'client-certificate-data': base64(client.cert),
    'client-key-data': base64(client.key),
  };
  const pluginWith = (status: object): object =>
    pluginIn(folder(), `credential(${JSON.stringify(status)});`).exec;

  describe('with a token', () => {
    describeServer(() => transportAs({ token: cluster.token }));
  });
  describe('with a client certificate', () => {
    describeServer(() => transportAs(certificate));
  });
  describe('with an exec plugin that gives a token', () => {
    describeServer(() => transportAs({ exec: pluginWith({ token: cluster.token }) }));
  });
  describe('with an exec plugin that gives a certificate', () => {
    describeServer(() =>
      transportAs({
        exec: pluginWith({ clientCertificateData: client.cert, clientKeyData: client.key }),
      }),
    );
  });
  describe('with a token file', () => {
    describeServer(() => {
      const tokenFile = folder().write('token', `${cluster.token}\n`);
      return transportAs({ 'auth-provider': { name: 'tokenFile', config: { tokenFile } } });
    });
  });

  it('should log in with new credentials after a 401', async () => {
    const home = folder();
    const plugin = pluginIn(
      home,
      `credential({ token: runs === 1 ? 'stale' : ${JSON.stringify(cluster.token)} });`,
    );
    const transport = transportAs({ exec: plugin.exec });

    expect(await failed(transport)).toMatchObject({ code: 401 });
    expect(JSON.parse(await read(transport))).toMatchObject({ kind: 'PodList' });
    expect(plugin.runs()).toBe(2);
  });

  it('should impersonate another user, without rights', async () => {
    expect(await failed(transportAs({ ...certificate, as: 'alice' }))).toMatchObject({
      code: 403,
      message: expect.stringContaining('"alice"'),
    });
  });

  it('should read the kubeconfig of the cluster', async () => {
    const config = new KubeConfig();
    config.loadFromFile(join(cluster.dir, 'kubeconfig'));

    expect(JSON.parse(await read(kubeConfigTransport(config)))).toMatchObject({ kind: 'PodList' });
  });
});
