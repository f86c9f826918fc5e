import { forkJoin, map, type Observable, switchMap } from 'rxjs';
import { informer, listWatch, type Transport } from 'rx-informer';
import { type Applied, ownerReference, resourceClient, setCondition } from 'rx-informer/client';
import { controller, type ReconcileOptions, type ReconcileOutcome } from 'rx-informer/controller';
import { apps, type ConfigMap, core, type Deployment, type Service } from 'rx-informer/kinds';
import { type Website, websites } from './website.ts';

const manager = { fieldManager: 'website-operator', force: true };
const managed = { 'app.kubernetes.io/managed-by': 'website-operator' };

/**
 * Keeps a ConfigMap with the page, a Deployment of nginx and a Service for each Website. Each run applies all three objects,
 * so that a change by another client is undone. The condition `Ready` says whether all servers are available.
 */
export function websiteController(
  transport: Transport,
  namespace: string,
  options: Pick<ReconcileOptions, 'stop$' | 'enabled' | 'rateLimiter'> = {},
): Observable<ReconcileOutcome> {
  const scope = { namespace, labelSelector: 'app.kubernetes.io/managed-by=website-operator' };
  const configMaps = resourceClient(transport, core.v1.configmaps);
  const deployments = resourceClient(transport, apps.v1.deployments);
  const services = resourceClient(transport, core.v1.services);
  const sites = resourceClient(transport, websites);

  return controller({
    ...options,
    for: informer(listWatch(transport, websites, { namespace })),
    resource: websites,
    owns: {
      configMaps: informer(listWatch(transport, core.v1.configmaps, scope)),
      deployments: informer(listWatch(transport, apps.v1.deployments, scope)),
      services: informer(listWatch(transport, core.v1.services, scope)),
    },
    concurrency: 4,
    reconcile: (site, { key }) => {
      // The API server deletes the three objects of a deleted Website.
      if (site === undefined || site.metadata.deletionTimestamp !== undefined) return undefined;
      return forkJoin([
        deployments.apply(key, deploymentOf(site), manager),
        configMaps.apply(key, configMapOf(site), manager),
        services.apply(key, serviceOf(site), manager),
      ]).pipe(
        switchMap(([deployment]) => sites.status.apply(key, { status: statusOf(site, deployment) }, manager)),
        map(() => undefined),
      );
    },
  });
}

const metadataOf = (site: Website) => ({
  labels: managed,
  ownerReferences: [ownerReference(site, { controller: true })],
});
const selectorOf = ({ metadata }: Website) => ({ website: metadata.name });

const configMapOf = (site: Website): Applied<ConfigMap> => ({
  metadata: metadataOf(site),
  data: { 'index.html': site.spec.html },
});

const serviceOf = (site: Website): Applied<Service> => ({
  metadata: metadataOf(site),
  spec: { selector: selectorOf(site), ports: [{ name: 'http', port: 80, protocol: 'TCP' }] },
});

const deploymentOf = (site: Website): Applied<Deployment> => ({
  metadata: metadataOf(site),
  spec: {
    replicas: site.spec.replicas ?? 1,
    selector: { matchLabels: selectorOf(site) },
    template: {
      metadata: { labels: selectorOf(site) },
      spec: {
        containers: [
          {
            name: 'nginx',
            image: 'nginx:1',
            volumeMounts: [{ name: 'page', mountPath: '/usr/share/nginx/html' }],
          },
        ],
        volumes: [{ name: 'page', configMap: { name: site.metadata.name } }],
      },
    },
  },
});

function statusOf(site: Website, { status }: Deployment): NonNullable<Website['status']> {
  const [wanted, available] = [site.spec.replicas ?? 1, status?.availableReplicas ?? 0];
  const conditions = setCondition(site.status?.conditions, {
    type: 'Ready',
    status: available >= wanted ? 'True' : 'False',
    reason: available >= wanted ? 'AllAvailable' : 'Starting',
    message: `${available} of ${wanted} servers are available`,
    observedGeneration: site.metadata.generation ?? 0,
  });
  return { conditions };
}
