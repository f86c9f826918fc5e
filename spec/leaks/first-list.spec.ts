import { KubeConfig } from '@kubernetes/client-node';
import { describe, expect, it } from '@jest/globals';
import { filter, firstValueFrom, ignoreElements, take, tap } from 'rxjs';
import { informer, listWatch, type Transport } from 'rx-informer';
import { startApiServer } from 'rx-informer/apiserver';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';
import { core } from 'rx-informer/kinds';
import { configFrom } from '../client-node/support/config-text.ts';
import { garbageCollector } from '../support/garbage-collector.ts';

const transports: readonly (readonly [string, (server: string) => Transport])[] = [
  ['fetch', (server) => fetchTransport({ server })],
  ['client-node', (server) => kubeConfigTransport(configFrom(KubeConfig, { server }, {}))],
];
const count = 600;

describe('the objects of the first list', () => {
  it.each(transports.flatMap(([name, to]) => [[name, 'never', to] as const, [name, 'auto', to] as const]))(
    'should be collected once they have changed, over %s, streamed lists: %s',
    async (_, streamingList, transportTo) => {
      const collect = garbageCollector();
      const server = await startApiServer();
      const names = Array.from({ length: count }, (_name, at) => `c${at}`);
      for (const name of names)
        server.objects.create(core.v1.configmaps, { metadata: { name, namespace: 'default' } });
      const configmaps = informer(listWatch(transportTo(server.url), core.v1.configmaps), {
        reflect: { streamingList },
      });
      const first: WeakRef<object>[] = [];
      const changed = firstValueFrom(
        configmaps.changes().pipe(
          tap((change) => {
            if (change.type === 'added') first.push(new WeakRef(change.object));
            if (first.length < count || change.type !== 'added') return;
            for (const name of names)
              server.objects.patch(core.v1.configmaps, `default/${name}`, { data: { a: 'b' } });
          }),
          filter(({ type }) => type === 'updated'),
          take(count),
          ignoreElements(),
        ),
        { defaultValue: undefined },
      );
      const running = configmaps.start();
      await changed;

      const isHeld = (object: WeakRef<object>): boolean => object.deref() !== undefined;
      for (let attempt = 0; attempt < 20 && first.some(isHeld); attempt++) {
        await new Promise((resolve) => setTimeout(resolve, 20)); // a WeakRef keeps its object until the end of the task
        collect();
      }
      const held = first.filter(isHeld).length;
      running.unsubscribe();
      await server.close();

      expect(held).toBe(0);
    },
  );
});
