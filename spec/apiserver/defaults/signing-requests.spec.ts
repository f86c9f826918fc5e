import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../support/both-doors.ts';

const CSRS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const headers = { authorization: 'Bearer alice', 'content-type': 'application/json' };
const alice = { user: 'alice', uid: 'u-1', groups: ['devs'], extra: { 'example.com/k': ['v'] } };

throughBothDoors('signing requests', (setUp) => {
  it('should say who made them, whatever they say, and ask the same for ever', async () => {
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

  it('should be approved by what is written to `approval`, and by nothing else', async () => {
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
    expect((approved as { metadata: object }).metadata).not.toHaveProperty('labels');
    expect((await client.request('GET', `${CSRS}/c/approval`)).body).toEqual(approved);
    expect(
      (await client.request('PUT', `${CSRS}/d/approval`, { body: { metadata: { name: 'd' } } })).code,
    ).toBe(404);
  });
});
