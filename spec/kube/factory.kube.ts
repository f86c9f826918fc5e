import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Observable, tap } from 'rxjs';
import type { GroupVersionResource, KubeRequest } from 'rx-informer';
import { metadataSharedInformerFactory, sharedInformerFactory } from 'rx-informer/client-go';
import * as kinds from 'rx-informer/kinds';
import { sharedCluster } from './support/cluster.ts';
import { type Way, ways } from './support/ways.ts';

const cluster = sharedCluster();
const soon = (): AbortSignal => AbortSignal.timeout(30_000);

/** All resources with a stable version. A server serves them by default. */
const stable = Object.values<Record<string, Record<string, GroupVersionResource>>>({ ...kinds }).flatMap(
  (versions) =>
    Object.entries(versions).flatMap(([version, resources]) =>
      /^v\d+$/.test(version) ? Object.values(resources) : [],
    ),
);

describe.each(ways)('factories by %s', (_, open) => {
  let way: Way;
  beforeAll(async () => {
    way = await open(cluster);
  });
  afterAll(() => way.close());

  it('should sync every built-in kind of a namespace and of the cluster', async () => {
    const factory = sharedInformerFactory(way.transport, kinds, { namespace: 'default' });
    for (const resource of stable) factory.forResource(resource).informer();
    factory.start();

    await expect(factory.waitForCacheSync(soon())).resolves.toBeUndefined();
    expect(stable.length).toBeGreaterThan(50);
    expect(factory.rbac().v1().clusterroles().lister().get('cluster-admin')?.kind).toBe('ClusterRole');
    factory.shutdown();
  });

  it.each(['auto', 'never'] as const)(
    'should store only metadata (P105), with streamed lists: %s',
    async (streamingList) => {
      let sent = '';
      const open = (request: KubeRequest): Observable<Uint8Array> =>
        way.transport.open(request).pipe(tap((bytes) => (sent += new TextDecoder().decode(bytes))));
      const factory = metadataSharedInformerFactory({ open }, { informer: { reflect: { streamingList } } });
      const roles = factory.forResource(kinds.rbac.v1.clusterroles).lister();
      factory.start();
      await factory.waitForCacheSync(soon());

      expect(roles.get('cluster-admin')).toMatchObject({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } },
      });
      expect(sent).toContain('"PartialObjectMetadata');
      expect(sent).not.toContain('"rules"'); // a response that contains only metadata must not contain the rules
      factory.shutdown();
    },
  );
});
