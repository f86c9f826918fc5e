import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastValueFrom, toArray } from 'rxjs';
import { listWatch } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { describeServer } from './served.ts';
import { failed, type Subject } from './support/harness.ts';
import { until } from './support/http-server.ts';
import { startTlsFront, type TlsFront } from './support/tls-front.ts';

/** Specs that each transport must pass: requests to the embedded API server. */
export function describeEmbedded({ make, wire }: Subject): void {
  describe('against the embedded API server', () => {
    let server: ApiServer;
    let front: TlsFront | undefined;
    let address: string;
    beforeEach(async () => {
      server = createApiServer({ tokens: { 'the-token-of-alice': 'alice' } });
      const { url } = await server.listen();
      front = wire === 'https' ? await startTlsFront(url) : undefined;
      address = front?.address ?? url;
    });
    afterEach(async () => {
      await Promise.all([server.close(), front?.close()]);
    });

    describeServer(() => make(address, () => 'the-token-of-alice'));

    it('should refuse a request without a token, and with a wrong token, which the error does not repeat', async () => {
      const wrong = 'a-secret-that-is-wrong';

      const error = (await failed(make(address, () => wrong))) as Error;

      expect(error).toMatchObject({ code: 401, failure: 'unauthorized' });
      expect(error.message).not.toContain(wrong);
      expect(await failed(make(address))).toMatchObject({ code: 401 });
    });

    it('should complete a watch that the server ends', async () => {
      const pods = listWatch(
        make(address, () => 'the-token-of-alice'),
        core.v1.configmaps,
      );
      const seen: string[] = [];

      const ended = lastValueFrom(pods.watch({ resourceVersion: server.resourceVersion }).pipe(toArray()));
      const other = pods
        .watch({ resourceVersion: server.resourceVersion })
        .subscribe((event) => seen.push(event.type));
      await new Promise((resolve) => setTimeout(resolve, 50));
      server.objects.create(core.v1.configmaps, { metadata: { name: 'a', namespace: 'default' } });
      await until(() => seen.length > 0);
      server.endWatches();

      expect((await ended).map((event) => event.type)).toEqual(['ADDED']);
      other.unsubscribe();
    });
  });
}
