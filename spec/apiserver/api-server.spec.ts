import { describe, expect, it } from '@jest/globals';
import { firstValueFrom, lastValueFrom, toArray } from 'rxjs';
import { ConnectionError } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';

const path = '/api/v1/pods';

describe('close', () => {
  it('should end watches, fail pending requests, and refuse new requests', async () => {
    const server = createApiServer({ futureVersionTimeout: 60_000 });
    const { resourceVersion } = server;
    const query = { watch: 'true', resourceVersion, timeoutSeconds: '3600' };
    const watch = lastValueFrom(server.transport.open({ path, query }).pipe(toArray()));
    const waiting = firstValueFrom(
      server.transport.open({ path, query: { resourceVersion: '999999999999999' } }),
    );
    const failed = expect(waiting).rejects.toThrow(ConnectionError);

    await server.close();
    await server.close();

    expect(await watch).toEqual([]);
    await failed;
    await expect(firstValueFrom(server.transport.open({ path }))).rejects.toThrow(ConnectionError);
  });

  it('should keep pending requests when only the watches are ended', async () => {
    const server = createApiServer({ futureVersionTimeout: 60_000 });
    const next = String(Number(server.resourceVersion) + 1);
    const waiting = firstValueFrom(server.transport.open({ path, query: { resourceVersion: next } }));

    server.endWatches();
    server.objects.create(core.v1.nodes, { metadata: { name: 'n' } });

    expect(await waiting).toBeInstanceOf(Uint8Array);
    await server.close();
  });

  it('should refuse a path that could lead to another server, as every transport does', async () => {
    const server = createApiServer();

    await expect(firstValueFrom(server.transport.open({ path: '//evil.example/api' }))).rejects.toThrow(
      'a path',
    );
    await server.close();
  });
});
