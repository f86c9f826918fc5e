import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { NEVER } from 'rxjs';
import { type KubeObject, OptionsError } from 'rx-informer';
import { dynamicSharedInformerFactory, type GenericInformer } from 'rx-informer/client-go';
import { until } from '../../support/until.ts';
import { testServers } from './test-servers.ts';

interface Widget extends KubeObject {
  readonly spec: { readonly size: number };
}
const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' } as const;
const widget = (namespace: string, name: string, size: number): Widget =>
  ({ kind: 'Widget', apiVersion: 'example.com/v1', metadata: { namespace, name }, spec: { size } }) as Widget;

describe('dynamicSharedInformerFactory', () => {
  const serve = testServers();

  it.each(['shop', ''])(
    'should call handlers for added, changed and deleted objects in namespace "%s" (B280)',
    async (namespace) => {
      const { server, transport, requests } = serve({ resources: [widgets] });
      const recorded: string[] = [];
      const factory = dynamicSharedInformerFactory(transport, { namespace });
      const things = factory.forResource<Widget>(widgets);
      things.informer().addEventHandler({
        onAdd: ({ metadata, spec }) => void recorded.push(`add ${metadata.namespace ?? ''} ${spec.size}`),
        onUpdate: (old, { spec }) => void recorded.push(`update ${old.spec.size} ${spec.size}`),
        onDelete: ({ spec }) => void recorded.push(`delete ${spec.size}`),
      });
      factory.start();
      await factory.waitForCacheSync(AbortSignal.timeout(20_000));
      if (namespace !== '') server.objects.create(widgets, widget('bank', 'other', 7));
      server.objects.create(widgets, widget('shop', 'a', 1));
      await until(() => things.lister().byNamespace('shop').get('a') !== undefined);
      server.objects.patch(widgets, 'shop/a', { spec: { size: 2 } });
      server.objects.delete(widgets, 'shop/a');
      await until(() => recorded.length === 3);

      expect(recorded).toEqual(['add shop 1', 'update 1 2', 'delete 2']);
      const path = `/apis/example.com/v1${namespace === '' ? '' : '/namespaces/shop'}/widgets`;
      expect(new Set(requests.map((request) => request.path))).toEqual(new Set([path]));
      factory.shutdown();
    },
  );

  it('should refuse invalid arguments', () => {
    expect(() => dynamicSharedInformerFactory({} as never)).toThrow(OptionsError);
    expect(() => dynamicSharedInformerFactory({ open: () => NEVER }, { resync: 1 } as never)).toThrow(
      "dynamicSharedInformerFactory: unknown option 'resync'",
    );
  });

  it('should have the type of the resource, or KubeObject', () => {
    const factory = dynamicSharedInformerFactory({ open: () => NEVER });

    expectTypeOf(factory.forResource<Widget>(widgets)).toEqualTypeOf<GenericInformer<Widget>>();
    expectTypeOf(factory.forResource(widgets)).toEqualTypeOf<GenericInformer<KubeObject>>();
  });
});
