import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../support/in-process-and-over-http.ts';

const PODS = '/api/v1/namespaces/ns/pods';

throughBothDoors('classes of pods', (setUp) => {
  it.each([
    [{ priorityClassName: 'none' }, 'no PriorityClass with name none was found'],
    [{ runtimeClassName: 'none' }, 'pod rejected: RuntimeClass "none" not found'],
  ])('should exist: %j', async (more, why) => {
    const { client, server } = await setUp();
    const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }], ...more } };

    const { code, body } = await client.request('POST', PODS, { body: pod });

    expect([code, (body as { message: string }).message]).toEqual([403, `pods "p" is forbidden: ${why}`]);
    // `seed()` accepts a pod without its PriorityClass and RuntimeClass.
    const metadata = { name: 'p', namespace: 'ns' };
    expect(() => server.seed([{ ...pod, apiVersion: 'v1', kind: 'Pod', metadata }])).not.toThrow();
  });
});
