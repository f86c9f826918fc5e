import { expect, it } from '@jest/globals';
import type { ApiServer } from 'rx-informer/apiserver';
import { core, rbac } from 'rx-informer/kinds';
import type { Client } from '../support/client.ts';
import { CM, throughBothDoors } from '../support/in-process-and-over-http.ts';

const robot = { kind: 'ServiceAccount', name: 'robot', namespace: 'ns' };
const own = 'https://kubernetes.default.svc.cluster.local';
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Creates a service account that is allowed to do everything. */
function seed({ objects }: ApiServer): void {
  objects.create(core.v1.serviceaccounts, { metadata: { name: 'robot', namespace: 'ns' } });
  objects.create(rbac.v1.clusterrolebindings, {
    metadata: { name: 'robot' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [robot],
  });
}

const ask = (client: Client, spec: object) =>
  client.request('POST', '/api/v1/namespaces/ns/serviceaccounts/robot/token', {
    body: { spec },
    ...as('root'),
  });

async function tokenFor(client: Client, spec: object = {}): Promise<string> {
  const { body } = await ask(client, spec);
  return (body as { status: { token: string } }).status.token;
}

async function review(client: Client, token: string, audiences?: readonly string[]): Promise<unknown> {
  const body = { spec: { token, ...(audiences === undefined ? {} : { audiences }) } };
  const path = '/apis/authentication.k8s.io/v1/tokenreviews';
  return ((await client.request('POST', path, { body, ...as('root') })).body as { status: unknown }).status;
}

throughBothDoors('tokens of service accounts', (setUp) => {
  const start = async () => {
    const setup = await setUp({ tokens: { root: 'root' } });
    seed(setup.server);
    return setup;
  };

  it('should be refused by the API when they are for other audiences', async () => {
    const { client } = await start();
    const codeOf = async (token: string): Promise<number> =>
      (await client.request('GET', CM, as(token))).code;

    expect(await codeOf(await tokenFor(client))).toBe(200);
    expect(await codeOf(await tokenFor(client, { audiences: [] }))).toBe(200);
    expect(await codeOf(await tokenFor(client, { audiences: ['vault', own] }))).toBe(200);
    expect(await codeOf(await tokenFor(client, { audiences: ['vault'] }))).toBe(401);
  });

  it('should be reviewed for the audiences in the review', async () => {
    const { client } = await start();
    const token = await tokenFor(client, { audiences: ['vault', 'mail'] });
    const refused = { user: {}, error: 'invalid bearer token' };

    expect(await review(client, token, ['mail', 'other', 'vault'])).toMatchObject({
      authenticated: true,
      audiences: ['mail', 'vault'],
      user: { username: 'system:serviceaccount:ns:robot' },
    });
    expect(await review(client, token, ['other'])).toEqual(refused);
    expect(await review(client, token)).toEqual(refused);
    expect(await review(client, await tokenFor(client))).toMatchObject({
      authenticated: true,
      audiences: [own],
    });
  });

  it('should be reviewed like the tokens of the server, which are for the server alone', async () => {
    const { client } = await start();

    expect(await review(client, 'root', [])).toMatchObject({ authenticated: true, audiences: [own] });
    expect(await review(client, 'root', ['vault', own])).toMatchObject({ audiences: [own] });
    expect(await review(client, 'root', ['vault'])).toEqual({ user: {}, error: 'invalid bearer token' });
  });

  it.each([
    [
      { expirationSeconds: '1000' },
      400,
      'TokenRequest in version "v1" cannot be handled as a TokenRequest: json: ',
    ],
    [
      { audiences: 'vault' },
      400,
      'cannot unmarshal string into Go struct field TokenRequestSpec.spec.audiences',
    ],
    [{ expirationSeconds: 599 }, 422, 'may not specify a duration less than 10 minutes'],
    [{ expirationSeconds: 2 ** 33 }, 422, 'may not specify a duration larger than 2^32 seconds'],
    [{ boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'none' } }, 404, 'pods "none" not found'],
    [{ boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'none' } }, 404, 'secrets "none" not found'],
    [
      { boundObjectRef: { kind: 'Job', apiVersion: 'batch/v1', name: 'none' } },
      400,
      'cannot bind token to object of type batch/v1, Kind=Job',
    ],
  ])('should not be created for %j', async (spec, code, message) => {
    const { client } = await start();

    expect(await ask(client, spec)).toMatchObject({
      code,
      body: { message: expect.stringContaining(message) },
    });
  });

  it('should be valid while the bound object exists', async () => {
    const { client, server } = await start();
    const { metadata } = server.objects.create(core.v1.secrets, { metadata: { name: 's', namespace: 'ns' } });
    const reference = { kind: 'Secret', apiVersion: 'v1', name: 's' };
    const token = await tokenFor(client, { boundObjectRef: { ...reference, uid: metadata.uid } });

    expect((await ask(client, { boundObjectRef: { ...reference, uid: 'other' } })).code).toBe(409);
    expect((await client.request('GET', CM, as(token))).code).toBe(200);
    server.objects.delete(core.v1.secrets, 'ns/s');
    expect((await client.request('GET', CM, as(token))).code).toBe(401);
  });

  it('should be bound only to pods of their service account', async () => {
    const { client, server } = await start();
    const pod = (name: string, serviceAccountName: string) =>
      server.objects.create(core.v1.pods, {
        metadata: { name, namespace: 'ns' },
        spec: { serviceAccountName, containers: [{ name: 'c', image: 'i' }] },
      });
    server.objects.create(core.v1.serviceaccounts, { metadata: { name: 'other', namespace: 'ns' } });
    pod('mine', 'robot');
    pod('theirs', 'other');
    const bind = (name: string) => ask(client, { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name } });

    expect((await bind('mine')).code).toBe(201);
    expect(await bind('theirs')).toMatchObject({
      code: 400,
      body: { message: expect.stringContaining('different serviceaccount name') },
    });
  });
});
