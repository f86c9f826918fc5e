import { expect, it } from '@jest/globals';
import { rbac } from 'rx-informer/kinds';
import type { PolicyRule } from '../../../src/apiserver/access/rbac/policy-rule.ts';
import { type Setup, throughBothDoors } from '../support/in-process-and-over-http.ts';

const CSRS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const headers = { authorization: 'Bearer alice', 'content-type': 'application/json' };
const alice = { user: 'alice', uid: 'u-1', groups: ['devs'], extra: { 'example.com/k': ['v'] } };

const apiGroup = 'rbac.authorization.k8s.io';

/**
 * Allows the user alice to read and write CertificateSigningRequests and their subresources. `more` contains
 * additional rules.
 */
function bind({ server: { objects } }: Setup, more: readonly PolicyRule[]): void {
  const resources = ['certificatesigningrequests', '*/approval', '*/status'];
  const own = { apiGroups: ['certificates.k8s.io'], resources, verbs: ['*'] };
  objects.create(rbac.v1.clusterroles, { metadata: { name: 'r' }, rules: [own, ...more] });
  const roleRef = { apiGroup, kind: 'ClusterRole', name: 'r' };
  const subjects = [{ kind: 'User', apiGroup, name: 'alice' }];
  objects.create(rbac.v1.clusterrolebindings, { metadata: { name: 'r' }, roleRef, subjects });
}

const forSigner = (verb: string, ...resourceNames: readonly string[]): PolicyRule => ({
  apiGroups: ['certificates.k8s.io'],
  resources: ['signers'],
  verbs: [verb],
  ...(resourceNames.length === 0 ? {} : { resourceNames }),
});

const asAlice = async (
  { client }: Setup,
  method: string,
  target: string,
  body: object,
): Promise<{ readonly code: number; readonly message: string | undefined }> => {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const { code, body: answer } = await client.request(method, target, {
    body,
    headers: { ...headers, 'content-type': type },
  });
  return { code, message: (answer as { message?: string }).message };
};

const signedBy = (signerName: string, request = 'LS0t'): object => ({
  metadata: { name: 'c' },
  spec: { request, signerName, usages: ['client auth'] },
});

const signer = 'example.com/signer';
const approval = { status: { conditions: [{ type: 'Approved', status: 'True', reason: 'R' }] } };
const certificate = { status: { certificate: 'LS0t' } };

/**
 * A certificate request in PEM format for the X.509 subject `O = system:masters, CN = eve`.
 * `openssl req -new -newkey ed25519` made it.
 */
const ofMasters = `-----BEGIN CERTIFICATE REQUEST-----
MIGmMFoCAQAwJzEXMBUGA1UECgwOc3lzdGVtOm1hc3RlcnMxDDAKBgNVBAMMA2V2
ZTAqMAUGAytlcAMhALoXccQJDVKIZlN8vRhWeJUTnNfsBWeSxcf9IokqCXJxoAAw
BQYDK2VwA0EAODPavf0eeuiY2/90Tv5Sap7IaRkyRxYZYHwcExhbVowagLmZd2V2
OfrpmkxSLUn/rhwMNlHoWkfIzJsyySrMAA==
-----END CERTIFICATE REQUEST-----`;

/** A certificate request in PEM format for the X.509 subject `O = devs, CN = eve`. */
const ofDevs = `-----BEGIN CERTIFICATE REQUEST-----
MIGcMFACAQAwHTENMAsGA1UECgwEZGV2czEMMAoGA1UEAwwDZXZlMCowBQYDK2Vw
AyEAS5E3COCoJBGDQh5PTp/svPfVhtTOV7n2lM5bA9KHmjegADAFBgMrZXADQQAW
BsQ+0HSEXVLeMqkrQ0o5e8chAn6Ls2PZXXrhxtoAml6kp/2M3LmjR0H4zr+f1yoV
7bSf7zkGuS9XpQ+6gaYK
-----END CERTIFICATE REQUEST-----`;

throughBothDoors('signing requests', (setUp) => {
  it('should contain their creator, for any given user, and never change their request', async () => {
    const { client } = await setUp({ tokens: { alice }, authorize: () => true });
    const spec = {
      request: 'LS0t',
      signerName: 'example.com/signer',
      usages: ['client auth'],
      username: 'root',
      groups: ['system:masters'],
    };
    const made = await client.request('POST', CSRS, { headers, body: { metadata: { name: 'c' }, spec } });
    const changed = { metadata: { name: 'c' }, spec: { ...spec, username: 'somebody' } };
    const put = await client.request('PUT', `${CSRS}/c`, { headers, body: changed });

    const asked = { username: 'alice', uid: 'u-1', extra: alice.extra, signerName: spec.signerName };
    expect(made.body).toMatchObject({ spec: { ...asked, groups: ['devs', 'system:authenticated'] } });
    expect(put.body).toMatchObject({ spec: asked });
  });

  it('should use the conditions and the metadata of a write to `approval`', async () => {
    const { client } = await setUp();
    const spec = { request: 'LS0t', signerName: 'example.com/signer', usages: ['client auth'] };
    const conditions = [{ type: 'Approved', status: 'True', reason: 'Asked', message: 'by hand' }];
    await client.request('POST', CSRS, { body: { metadata: { name: 'c' }, spec } });
    const body = {
      metadata: { name: 'c', labels: { a: 'b' } },
      spec: {},
      status: { conditions, certificate: 'LS0t' },
    };

    const { code, body: approved } = await client.request('PUT', `${CSRS}/c/approval`, { body });

    expect(code).toBe(200);
    expect(approved).toMatchObject({ spec, status: { conditions } });
    expect((approved as { status: object }).status).not.toHaveProperty('certificate');
    expect(approved).toMatchObject({ metadata: { labels: { a: 'b' } } });
    expect((await client.request('GET', `${CSRS}/c/approval`)).body).toEqual(approved);
    expect(
      (await client.request('PUT', `${CSRS}/d/approval`, { body: { metadata: { name: 'd' } } })).code,
    ).toBe(404);
  });

  it.each<[string, PolicyRule[], number]>([
    ['no right for a signer', [], 403],
    ['the right to sign', [forSigner('sign')], 403],
    ['the right for another signer', [forSigner('approve', 'example.com/other', 'example.org/*')], 403],
    ['the right for the signer', [forSigner('approve', signer)], 200],
    ['the right for the domain', [forSigner('approve', 'example.com/*')], 200],
    ['the right for all signers', [forSigner('approve')], 200],
  ])('should be approved only by users that may approve for the signer: %s', async (_, rights, code) => {
    const setup = await setUp({ tokens: { alice } });
    bind(setup, rights);
    await asAlice(setup, 'POST', CSRS, signedBy(signer));

    const patched = await asAlice(setup, 'PATCH', `${CSRS}/c/approval`, approval);
    const put = await asAlice(setup, 'PUT', `${CSRS}/c/approval`, { ...signedBy(signer), ...approval });

    expect([patched.code, put.code]).toEqual([code, code]);
    if (code !== 200) {
      expect(patched.message).toBe(
        'certificatesigningrequests.certificates.k8s.io "c" is forbidden: ' +
          'user not permitted to approve requests with signerName "example.com/signer"',
      );
    }
  });

  it.each<[string, PolicyRule[], number]>([
    ['the right to approve', [forSigner('approve')], 403],
    ['the right for the signer', [forSigner('sign', signer)], 200],
    ['the right for the domain', [forSigner('sign', 'example.com/*')], 200],
  ])('should be signed only by users that may sign for the signer: %s', async (_, rights, code) => {
    const setup = await setUp({ tokens: { alice } });
    bind(setup, rights);
    await asAlice(setup, 'POST', CSRS, signedBy(signer));
    const labels = { metadata: { labels: { a: 'b' } } };

    expect((await asAlice(setup, 'PATCH', `${CSRS}/c/status`, labels)).code).toBe(200);
    const failed = { type: 'Failed', status: 'True', reason: 'R' };
    const judged = await asAlice(setup, 'PATCH', `${CSRS}/c/status`, { status: { conditions: [failed] } });
    const signed = await asAlice(setup, 'PATCH', `${CSRS}/c/status`, certificate);

    expect([judged.code, signed.code]).toEqual([code, code]);
    if (code !== 200) {
      expect(signed.message).toBe(
        'certificatesigningrequests.certificates.k8s.io "c" is forbidden: ' +
          'user not permitted to sign requests with signerName "example.com/signer"',
      );
    }
  });

  it('should not be approved in their status, by users with the right to sign', async () => {
    const setup = await setUp({ tokens: { alice } });
    bind(setup, [forSigner('sign', signer)]);
    await asAlice(setup, 'POST', CSRS, signedBy(signer));

    expect(await asAlice(setup, 'PATCH', `${CSRS}/c/status`, approval)).toEqual({
      code: 422,
      message:
        'CertificateSigningRequest.certificates.k8s.io "c" is invalid: ' +
        'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    });
  });

  it('should also use the option `authorize`', async () => {
    const setup = await setUp({ tokens: { alice }, authorize: ({ resource }) => resource !== 'signers' });
    await asAlice(setup, 'POST', CSRS, signedBy(signer));

    expect((await asAlice(setup, 'PATCH', `${CSRS}/c/approval`, approval)).code).toBe(403);
    expect((await asAlice(setup, 'PATCH', `${CSRS}/c/status`, certificate)).code).toBe(403);
  });

  it('should not request system:masters of the signer that the API server trusts', async () => {
    const setup = await setUp({ tokens: { alice: 'alice' } });
    const apiServerClient = 'kubernetes.io/kube-apiserver-client';
    const post = (pem: string, name = apiServerClient): ReturnType<typeof asAlice> =>
      asAlice(setup, 'POST', `${CSRS}?dryRun=All`, signedBy(name, btoa(pem)));

    expect(await post(ofMasters)).toEqual({
      code: 403,
      message:
        'certificatesigningrequests.certificates.k8s.io "c" is forbidden: ' +
        'use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
    });
    expect((await post(ofMasters, 'example.com/signer')).code).toBe(201);
    expect((await post(ofDevs)).code).toBe(201);
    for (const pem of ['', ofDevs.slice(0, 100), ofDevs.replace(/MI.{20}/, 'MIIIIIIII')]) {
      const { code, message } = await post(pem);
      expect(code).toBe(403);
      expect(message).toMatch(/is forbidden: failed to parse CSR: /);
    }
  });
});
