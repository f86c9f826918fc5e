import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { EMPTY, firstValueFrom, lastValueFrom } from 'rxjs';
import { createApiServer } from 'rx-informer/apiserver';
import { inClusterConnection } from '../../../src/cli/connection/in-cluster.ts';
import { ConnectionError } from '../../../src/objects/index.ts';
import { type Temporary, temporary } from '../temporary.ts';
import { authorityIn } from './authority-in.ts';

const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };

describe('inClusterConnection', () => {
  let account: Temporary;
  beforeEach(() => {
    account = temporary();
    account.write('token', 'abc\n');
  });
  afterEach(() => account.remove());

  it('should find the server, the namespace and the source of the credentials', () => {
    account.write('namespace', 'shop\n');

    expect(inClusterConnection(pod, account.directory)).toMatchObject({
      server: 'https://10.0.0.1:443',
      namespace: 'shop',
      loginHint: expect.stringContaining(account.path('token')),
    });
    expect(
      inClusterConnection({ ...pod, KUBERNETES_SERVICE_HOST: 'fd00::1' }, account.directory)?.server,
    ).toBe('https://[fd00::1]:443');
  });

  it('should prefer the namespace of the environment to that of the service account, as client-go does', () => {
    account.write('namespace', 'shop\n');
    const named = { ...pod, POD_NAMESPACE: 'named' };

    expect(inClusterConnection(named, account.directory)).toMatchObject({
      namespace: 'named',
      namespaceOwner: 'POD_NAMESPACE',
    });
    expect(inClusterConnection(pod, account.directory)).toMatchObject({
      namespace: 'shop',
      namespaceOwner: account.path('namespace'),
      authorityHint: `The certificate of its authority comes from ${account.path('ca.crt')}`,
    });
  });

  it('should have no namespace if neither the environment nor the service account names one', () => {
    expect(inClusterConnection(pod, account.directory)).not.toHaveProperty('namespace');
    account.write('namespace', '\n');
    expect(inClusterConnection(pod, account.directory)).not.toHaveProperty('namespaceOwner');
  });

  it('should be undefined outside of a pod', () => {
    expect(inClusterConnection({}, account.directory)).toBeUndefined();
    expect(inClusterConnection({ KUBERNETES_SERVICE_PORT: '443' }, account.directory)).toBeUndefined();
    expect(inClusterConnection({ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, account.directory)).toBeUndefined();
    expect(inClusterConnection({ ...pod, KUBERNETES_SERVICE_PORT: '' }, account.directory)).toBeUndefined();
    expect(inClusterConnection(pod, account.path('no'))).toBeUndefined();
  });

  it('should log in with the current token of the service account', async () => {
    const server = createApiServer({ tokens: { abc: 'anna', def: 'ben' } });
    const { hostname, port } = new URL((await server.listen({ tls: true })).url);
    account.write('ca.crt', authorityIn(server.kubeConfig()));
    const connection = inClusterConnection(
      { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port },
      account.directory,
    );
    const ask = (): Promise<unknown> => lastValueFrom(connection?.transport.open({ path: '/api' }) ?? EMPTY);

    await expect(ask()).resolves.toBeDefined();
    account.write('token', ' def\n');
    await expect(ask()).resolves.toBeDefined();
    account.write('token', 'ghi\n');
    await expect(ask()).rejects.toMatchObject({ code: 401 });
    rmSync(account.path('ca.crt'));
    await server.close();
  });

  it('should refuse an invalid authority', () => {
    account.write('ca.crt', 'hello');

    expect(() => inClusterConnection(pod, account.directory)).toThrow(
      /ca\.crt holds no certificate in PEM form$/,
    );
  });

  it('should report a missing token', async () => {
    const connection = inClusterConnection(pod, account.directory);
    rmSync(account.path('token'));
    const asked = firstValueFrom(connection?.transport.open({ path: '/api' }) ?? EMPTY);

    await expect(asked).rejects.toThrow(ConnectionError);
    await expect(asked).rejects.toMatchObject({ answered: false });
    await expect(asked).rejects.toThrow(`cannot read ${account.path('token')}: there is no such file`);
  });
});
