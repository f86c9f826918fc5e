import { expect, it } from '@jest/globals';
import { CM, throughBothDoors } from './support/in-process-and-over-http.ts';

const reviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
const deployments = '/apis/apps/v1/namespaces/ns/deployments';
const deployment = {
  metadata: { name: 'x' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'b' }] } },
  },
};

throughBothDoors('what is refused as the real server refuses it', (setUp) => {
  it.each([
    [{ kind: 'Secret' }, 'converting (v1.Secret) to (core.ConfigMap): unknown conversion'],
    [
      { apiVersion: 'v9' },
      'no kind "ConfigMap" is registered for version "v9" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      { kind: 3 },
      "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
    ],
  ])('should not change the type of an object by a patch (%j)', async (body, why) => {
    const { client } = await setUp();
    await client.request('POST', CM, { body: { metadata: { name: 'x' } } });

    const headers = { 'content-type': 'application/merge-patch+json' };
    const refused = await client.request('PATCH', `${CM}/x`, { headers, body });

    expect(refused).toMatchObject({
      code: 422,
      body: { reason: 'Invalid', details: { causes: [{ field: 'patch' }] } },
    });
    const { message } = refused.body as { message: string };
    expect(message.endsWith(`: ${why}`)).toBe(true);
  });

  it.each([
    [
      { spec: 'x' },
      'string into Go struct field SubjectAccessReview.spec of type v1.SubjectAccessReviewSpec',
    ],
    [{ spec: { user: 3 } }, 'number into Go struct field SubjectAccessReviewSpec.spec.user of type string'],
  ])('should validate the types of a review (P132: %j)', async (body, why) => {
    const { client } = await setUp();

    expect(await client.request('POST', reviews, { body })).toMatchObject({
      code: 400,
      body: {
        message: `SubjectAccessReview in version "v1" cannot be handled as a SubjectAccessReview: json: cannot unmarshal ${why}`,
      },
    });
  });

  it.each([
    [{ name: 'y' }, 'the name of the object (y) does not match the name on the URL (x)'],
    [{}, 'the name of the object (x based on URL) was undeterminable: name must be provided'],
    [
      { name: 'x', namespace: 'other' },
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
  ])('should require the scale of the same object (P85: %j)', async (metadata, message) => {
    const { client } = await setUp();
    await client.request('POST', deployments, { body: deployment });

    const body = { metadata, spec: { replicas: 2 } };
    const refused = await client.request('PUT', `${deployments}/x/scale`, { body });

    expect(refused).toMatchObject({ code: 400, body: { message } });
  });

  it.each(['application/*', 'text/html', 'text/*;q=1'])(
    'should answer 406 for Accept %s (P106)',
    async (accept) => {
      const { client } = await setUp();
      for (const path of [CM, '/api/v1', '/apis', '/version']) {
        expect([path, await client.request('GET', path, { headers: { accept } })]).toMatchObject([
          path,
          {
            code: 406,
            body: { reason: 'NotAcceptable', message: expect.stringMatching(/^406: Not Acceptable\n\n/) },
          },
        ]);
      }
    },
  );
});
