import { isRecord } from '../../../objects/index.ts';
import { type Json, recordAt, recordsAt } from '../../json.ts';
import { sumOfQuantities } from '../../schema/quantity.ts';

/**
 * Sets the default requests in a pod and its containers. The default request for a resource is the limit for the same
 * resource.
 */
export function withPodResources(pod: Json): Json {
  const spec = recordAt(pod, 'spec');
  const lists = ['containers', 'initContainers'].filter((name) => spec[name] !== undefined);
  const next = {
    ...spec,
    ...Object.fromEntries(lists.map((name) => [name, recordsAt(spec, name).map(requesting)])),
  };
  return { ...pod, spec: withPodRequests(next) };
}

function requesting(container: Json): Json {
  const resources = recordAt(container, 'resources');
  const { limits, requests } = resources;
  if (!isRecord(limits)) return container;
  return {
    ...container,
    resources: { ...resources, requests: { ...limits, ...(isRecord(requests) ? requests : {}) } },
  };
}

/**
 * Sets the requests of a pod with pod-level limits. The request for a resource is the sum of the requests of its
 * containers. If no container requests the resource, the pod requests its own limit.
 */
function withPodRequests(spec: Json): Json {
  const { resources } = spec;
  if (!isRecord(resources) || Object.keys(recordAt(resources, 'limits')).length === 0) return spec;
  const limits = recordAt(resources, 'limits');
  const ofContainers = requestsOf(spec);
  const known = Object.fromEntries(Object.entries(limits).filter(([name]) => isOfPods(name)));
  const requests = { ...known, ...ofContainers, ...recordAt(resources, 'requests') };
  return Object.keys(requests).length === 0 ? spec : { ...spec, resources: { ...resources, requests } };
}

const isOfPods = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/**
 * Returns the sums of the requests of all containers that run at the same time: the regular containers and the
 * sidecars. Only the resources that a pod may request are summed, because each sum reads all containers.
 */
function requestsOf(spec: Json): Json {
  const first = recordsAt(spec, 'initContainers');
  const stays = first.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const all = [...recordsAt(spec, 'containers'), ...stays].map((one) =>
    recordAt(recordAt(one, 'resources'), 'requests'),
  );
  const names = summed.filter((name) => all.some((requests) => Object.hasOwn(requests, name)));
  return Object.fromEntries(
    names.map((name) => [name, sumOfQuantities(all.map((requests) => requests[name] ?? '0'))]),
  );
}

const summed: readonly string[] = ['cpu', 'memory'];
