import { describe, expect } from '@jest/globals';
import { versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get } from './support/client.ts';
import { watch } from './support/frames.ts';
import { refusal } from './support/refusals.ts';
import { configMap, created, done, createTestNamespace } from './support/test-namespace.ts';

const as = (form: string): string => `application/json;as=${form};v=v1;g=meta.k8s.io`;

describe('content', () => {
  check('P105', 'objects can be reduced to their metadata', async () => {
    const { configMaps } = await createTestNamespace();
    const list = done(await get(configMaps));

    const { status, body } = await get(configMaps, { accept: as('PartialObjectMetadataList') });
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
    expect(body.items.map(({ metadata }) => [metadata.name, metadata.resourceVersion])).toEqual(
      list.items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]),
    );
    for (const item of body.items) {
      expect(item).not.toHaveProperty('data');
      expect(item).not.toHaveProperty('spec');
    }

    const accept = as('PartialObjectMetadata');
    const one = await get(`${configMaps}/c1`, { accept });
    expect(one).toMatchObject({
      status: 200,
      body: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'c1' } },
    });
    expect(one.body).not.toHaveProperty('data');
    expect(versionOf(one.body)).toBe(versionOf(done(await get(`${configMaps}/c1`))));

    const events = await watch(`${configMaps}?watch=true&resourceVersion=${versionOf(list)}`, { accept });
    const made = await created(configMaps, configMap('x'));
    const event = await events.next();
    expect(event).toMatchObject({
      type: 'ADDED',
      object: { kind: 'PartialObjectMetadata', metadata: { resourceVersion: versionOf(made) } },
    });
    expect(event.object).not.toHaveProperty('data');
    events.close();
  });

  check('P106', 'an unsupported form is refused, unless the request accepts another form too', async () => {
    const { configMaps } = await createTestNamespace();

    for (const accept of [
      as('PartialObjectMetadata'),
      'application/json;as=Table;v=v2;g=meta.k8s.io',
      'text/plain',
    ]) {
      const { status } = await get(configMaps, { accept });
      expect([accept, status]).toEqual([accept, 406]);
    }
    expect(await get(configMaps, { accept: 'text/plain' })).toMatchObject(refusal(406, 'NotAcceptable'));
    expect(
      await get(configMaps, { accept: 'application/json;as=Foo;v=v1;g=meta.k8s.io,application/json' }),
    ).toMatchObject({ status: 200, body: { kind: 'ConfigMapList' } });
  });

  check('P108', 'a request that accepts any form gets JSON', async () => {
    const { configMaps } = await createTestNamespace();

    for (const question of [{ accept: '*/*' }, {}]) {
      const { status, headers, body } = await get(`${configMaps}/c1`, question);
      expect([status, headers['content-type'], body.kind]).toEqual([200, 'application/json', 'ConfigMap']);
    }
  });

  check(
    'P109',
    'a large list is compressed for clients that accept it; a small answer and a watch are not',
    async () => {
      const { configMaps } = await createTestNamespace();
      for (const name of ['x', 'y', 'z']) {
        await created(configMaps, configMap(name, {}, { k: 'v'.repeat(60_000) }));
      }
      const headers = { 'accept-encoding': 'gzip' };

      const list = await get(configMaps, { headers });
      expect(list.status).toBe(200);
      expect(list.headers['content-encoding']).toBe('gzip');
      expect(list.headers.vary).toMatch(/Accept-Encoding/i);
      expect((await get(configMaps)).headers).not.toHaveProperty('content-encoding');
      expect((await get(`${configMaps}/c1`, { headers })).headers).not.toHaveProperty('content-encoding');

      const events = await watch(`${configMaps}?watch=true&resourceVersion=0`, { headers });
      expect(events.headers).not.toHaveProperty('content-encoding');
      expect((await events.next()).type).toBe('ADDED');
      events.close();
    },
    { needs: 'optional' },
  );

  check('P125', 'JSON is indented on request, and for command-line tools', async () => {
    const { configMaps } = await createTestNamespace();
    const path = `${configMaps}/c1`;
    const isPretty = (text: string): boolean => text.includes('\n  "');
    const by = (agent: string): { headers: { 'user-agent': string } } => ({
      headers: { 'user-agent': agent },
    });

    expect(isPretty((await get(path)).text)).toBe(false);
    expect(isPretty((await get(`${path}?pretty=true`)).text)).toBe(true);
    for (const agent of ['curl/8.5.0', 'Wget/1.21', 'Mozilla/5.0 (X11)']) {
      expect([agent, isPretty((await get(path, by(agent))).text)]).toEqual([agent, true]);
      expect([agent, isPretty((await get(`${path}?pretty=false`, by(agent))).text)]).toEqual([agent, false]);
    }
  });
});
