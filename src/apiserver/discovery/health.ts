import type { ApiRequest } from '../http/request.ts';
import { type ApiResponse, plain } from '../http/response.ts';

/**
 * The name of a health check. `healthz` reports whether the server works. `livez` reports whether the server needs a
 * restart. `readyz` reports whether the server accepts requests.
 */
export type HealthQuestion = 'healthz' | 'livez' | 'readyz';

/**
 * Answers `/livez`, `/readyz` and `/healthz` (P115) with `ok`. With the parameter `verbose`, the response contains a
 * line for each check. The checks have the names of kube-apiserver, because scripts and probes use the names. All
 * checks succeed as soon as the server responds.
 */
export function health(question: HealthQuestion, { query }: ApiRequest): ApiResponse {
  if (!query.has('verbose')) return plain('ok');
  const excluded = new Set(query.getAll('exclude').filter((name) => name !== ''));
  const lines = checksOf(question).map((name) => `[+]${name} ${excluded.has(name) ? 'excluded: ' : ''}ok\n`);
  const unknown = [...excluded].filter((name) => !checksOf(question).includes(name)).sort();
  const list = unknown.map((name) => JSON.stringify(name)).join(', ');
  const warning = list === '' ? '' : `warn: some health checks cannot be excluded: no matches for ${list}\n`;
  return plain(`${lines.join('')}${warning}${question} check passed\n`);
}

/** Answers a request for one check, for example `/livez/etcd`. */
export function healthCheck(question: HealthQuestion, name: string): ApiResponse | undefined {
  return checksOf(question).includes(name) ? plain('ok') : undefined;
}

/** Returns the URL paths of all health checks. */
export function healthPaths(): readonly string[] {
  return (['healthz', 'livez', 'readyz'] as const).flatMap((question) => [
    `/${question}`,
    ...checksOf(question).map((name) => `/${question}/${name}`),
  ]);
}

function checksOf(question: HealthQuestion): readonly string[] {
  return question === 'readyz'
    ? ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync', ...startUp, 'shutdown']
    : ['ping', 'log', 'loopback-serving-certificate', 'etcd', ...startUp];
}

const startUp: readonly string[] = [
  'poststarthook/start-apiserver-admission-initializer',
  'poststarthook/generic-apiserver-start-informers',
  'poststarthook/priority-and-fairness-config-consumer',
  'poststarthook/priority-and-fairness-filter',
  'poststarthook/storage-object-count-tracker-hook',
  'poststarthook/start-apiextensions-informers',
  'poststarthook/start-apiextensions-controllers',
  'poststarthook/crd-informer-synced',
  'poststarthook/start-system-namespaces-controller',
  'poststarthook/peer-endpoint-reconciler-controller',
  'poststarthook/start-cluster-authentication-info-controller',
  'poststarthook/start-kube-apiserver-identity-lease-controller',
  'poststarthook/start-kube-apiserver-identity-lease-garbage-collector',
  'poststarthook/storage-readiness',
  'poststarthook/start-legacy-token-tracking-controller',
  'poststarthook/start-service-ip-repair-controllers',
  'poststarthook/rbac/bootstrap-roles',
  'poststarthook/scheduling/bootstrap-system-priority-classes',
  'poststarthook/priority-and-fairness-config-producer',
  'poststarthook/bootstrap-controller',
  'poststarthook/start-kubernetes-service-cidr-controller',
  'poststarthook/start-kube-aggregator-informers',
  'poststarthook/apiservice-status-local-available-controller',
  'poststarthook/apiservice-status-remote-available-controller',
  'poststarthook/apiservice-registration-controller',
  'poststarthook/apiservice-discovery-controller',
  'poststarthook/kube-apiserver-autoregistration',
  'autoregister-completion',
  'poststarthook/apiservice-openapi-controller',
  'poststarthook/apiservice-openapiv3-controller',
];
