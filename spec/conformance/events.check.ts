import { describe, expect } from '@jest/globals';
import { namesIn, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, withQuery } from './support/client.ts';
import { watch } from './support/frames.ts';
import { failure } from './support/refusals.ts';
import { created, done, createTestNamespace } from './support/test-namespace.ts';
import { forgotten } from './support/versions.ts';

describe('events', () => {
  check('P134', 'events can be selected by the object that they describe', async () => {
    const { namespace } = await createTestNamespace();
    const path = `/api/v1/namespaces/${namespace}/events`;
    const event = (name: string, uid: string): object => ({
      metadata: { name },
      involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'c1', uid },
      reason: 'Tested',
      type: 'Normal',
    });
    await created(path, event('a', 'uid-a'));
    await created(path, event('b', 'uid-b'));
    const fieldSelector = 'involvedObject.name=c1,involvedObject.uid=uid-b';

    const list = done(await get(withQuery(path, { fieldSelector })));
    expect(namesIn(list)).toEqual(['b']);
    const events = await watch(
      withQuery(path, { fieldSelector, watch: 'true', resourceVersion: versionOf(list) }),
    );
    await created(path, event('c', 'uid-a'));
    await created(path, event('d', 'uid-b'));
    expect(await events.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'd' } } });
    events.close();
  });

  check(
    'P137',
    'a watch of events from a compacted version gets an error in the stream, or ends immediately',
    async () => {
      const { namespace } = await createTestNamespace();

      const events = await watch(
        `/api/v1/namespaces/${namespace}/events?watch=true&resourceVersion=${forgotten[0]}`,
      );

      expect(events.status).toBe(200);
      const frames = await events.rest();
      if (frames.length > 0)
        expect(frames).toMatchObject([{ type: 'ERROR', object: failure(410, 'Expired') }]);
    },
  );
});
