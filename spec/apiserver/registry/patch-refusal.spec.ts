import { expect, it } from '@jest/globals';
import { CM, throughBothDoors } from '../support/in-process-and-over-http.ts';

const deployments = '/apis/apps/v1/namespaces/ns/deployments';

throughBothDoors('a patched object that cannot be decoded', (setUp) => {
  it.each([
    [
      'strategic-merge-patch',
      `{"metadata":{"annotations":{"a":"b"}},"spec":{"paused":null,"replicas":"x"}}`,
      '"map[metadata:map[annotations:map[a:b]] spec:map[paused:<nil> replicas:x]]": unrecognized type: int32',
    ],
    [
      'strategic-merge-patch',
      `{"spec":{"template":{"spec":{"hostNetwork":"x","containers":[{"name":"a"}],"$setElementOrder/containers":[{"name":"a"}]}}}}`,
      '"map[spec:map[template:map[spec:map[hostNetwork:x]]]]": unrecognized type: bool',
    ],
    [
      'strategic-merge-patch',
      `{"spec":{"template":{"spec":{"nodeSelector":[1,true]}}}}`,
      '"map[spec:map[template:map[spec:map[nodeSelector:[1 true]]]]]": cannot restore map from slice',
    ],
    [
      'strategic-merge-patch',
      `{"metadata":{"labels":{"a":3}}}`,
      '"map[metadata:map[labels:map[a:3]]]": cannot convert int64 to string',
    ],
    ['merge-patch', `{"spec":{"replicas":1.5}}`, ': json: cannot unmarshal number 1.5 into Go struct field '],
    [
      'merge-patch',
      `{"metadata":{"labels":{"a":3}}}`,
      'into Go struct field ObjectMeta.metadata.labels of type string',
    ],
    [
      'json-patch',
      `[{"op":"add","path":"/spec/paused","value":"x"}]`,
      'cannot unmarshal string into Go struct field DeploymentSpec.spec.paused of type bool',
    ],
  ])('should be a 422 of the patch: %s %s', async (type, body, why) => {
    const { client } = await setUp();
    const spec = {
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    };
    await client.request('POST', deployments, { body: { metadata: { name: 'web' }, spec } });

    const refused = await client.request('PATCH', `${deployments}/web`, {
      body,
      headers: { 'content-type': `application/${type}+json` },
    });

    expect(refused).toMatchObject({
      code: 422,
      body: {
        reason: 'Invalid',
        message: expect.stringMatching(/^ "" is invalid: patch: Invalid value: "/),
        details: { causes: [{ reason: 'FieldValueInvalid', field: 'patch' }] },
      },
    });
    expect((refused.body as { readonly message: string }).message).toContain(why);
  });

  it('should be a 422 for an unknown field in strict mode', async () => {
    const { client } = await setUp();

    expect(
      await client.request('PATCH', `${CM}/c1?fieldValidation=Strict`, {
        body: '{"weight":1}',
        headers: { 'content-type': 'application/merge-patch+json' },
      }),
    ).toMatchObject({
      code: 422,
      body: { message: expect.stringMatching(/: strict decoding error: unknown field "weight"$/) },
    });
  });

  it('should be a 400 for an invalid patch, and for a complete object', async () => {
    const { client } = await setUp();
    const headers = { 'content-type': 'application/json-patch+json' };

    expect(await client.request('PATCH', `${CM}/c1`, { body: '{"a":1}', headers })).toMatchObject({
      code: 400,
      body: {
        message:
          'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
      },
    });
    expect(
      await client.request('PUT', `${CM}/c1`, { body: { metadata: { name: 'c1' }, data: { a: 1 } } }),
    ).toMatchObject({
      code: 400,
      body: { message: expect.stringMatching(/cannot be handled as a ConfigMap: json: cannot unmarshal/) },
    });
  });
});
