import { describe, expect } from '@jest/globals';
import { namesIn } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get } from './support/client.ts';
import { failure, refusal } from './support/refusals.ts';
import { configMap, created, done, createTestNamespace } from './support/test-namespace.ts';
import { openSocket, type Socket } from './support/web-socket.ts';
import { forgotten } from './support/versions.ts';

async function opened(...question: Parameters<typeof openSocket>): Promise<Socket> {
  const answer = await openSocket(...question);
  if ('status' in answer) throw new Error(`no upgrade: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

describe('web socket', () => {
  check(
    'P126',
    'a watch by WebSocket gets a message for each event; a refusal precedes the upgrade',
    async () => {
      const { configMaps } = await createTestNamespace();
      const names = namesIn(done(await get(configMaps)));
      const origin = 'http://app.example';
      const path = `${configMaps}?watch=true&resourceVersion=0`;

      const socket = await opened(path, { origin });
      const messages = await socket.messages(names.length);
      for (const message of messages) expect(message).toMatch(/^\{"type":"ADDED".*\}\n$/);
      await created(configMaps, configMap('x'));
      const next = (await socket.messages(names.length + 1)).at(-1);
      expect(JSON.parse(next ?? '')).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'x' } } });
      socket.close();

      const protocol = 'base64.binary.k8s.io';
      const chosen = await opened(path, { origin, protocols: [protocol] });
      expect(chosen.protocol).toBe(protocol);
      expect((await chosen.messages(1))[0]).toMatch(/^\{"type":"ADDED"/);
      chosen.close();

      const old = await opened(`${configMaps}?watch=true&resourceVersion=${forgotten[0]}`, { origin });
      expect(await old.closed()).toMatchObject({
        frames: [{ type: 'ERROR', object: failure(410, 'Expired') }],
        code: 1000,
      });

      expect(await openSocket(`${configMaps}?watch=true&sendInitialEvents=true`, { origin })).toMatchObject(
        refusal(422, 'Invalid'),
      );
      expect(await openSocket(path, {})).toMatchObject({ status: 403 });
    },
    { needs: 'optional' },
  );
});
