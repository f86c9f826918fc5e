import { isRecord } from '../../objects/index.ts';
import { isSame, type Json, recordAt, recordsAt } from '../json.ts';

/**
 * Returns a new pod with the phase `Pending`. A selector in the pod may list label keys in `matchLabelKeys`. For each
 * of these keys, the function adds the label of the pod to the selector.
 */
export function newPod(pod: Json): Json {
  const spec = recordAt(pod, 'spec');
  const isGated = Array.isArray(spec['schedulingGates']) && spec['schedulingGates'].length > 0;
  const labels = recordAt(recordAt(pod, 'metadata'), 'labels');
  return {
    ...pod,
    spec: withLabelKeys(spec, labels),
    status: {
      phase: 'Pending',
      ...(isGated ? { conditions: [gated(recordAt(pod, 'metadata')['creationTimestamp'])] } : {}),
      qosClass: qosClassOf(spec),
    },
  };
}

const gated = (lastTransitionTime: unknown): Json => ({
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
});

/**
 * Returns the quality-of-service class of a pod. The class is `Guaranteed` if each container has limits for CPU and
 * memory, and requests that equal the limits. The class is `BestEffort` if no container has limits or requests. For any
 * other pod, the class is `Burstable`.
 */
function qosClassOf(spec: Json): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const containers = [...recordsAt(spec, 'containers'), ...recordsAt(spec, 'initContainers')];
  const all = isRecord(spec['resources'])
    ? [spec['resources']]
    : containers.map((one) => recordAt(one, 'resources'));
  const bounds = all.map((resources) => ({
    limits: computed(recordAt(resources, 'limits')),
    requests: computed(recordAt(resources, 'requests')),
  }));
  const isBound = (one: Json): boolean => Object.keys(one).length > 0;
  if (!bounds.some(({ limits, requests }) => isBound(limits) || isBound(requests))) return 'BestEffort';
  const isGuaranteed = bounds.every(
    ({ limits, requests }) => Object.keys(limits).length === 2 && isSame(limits, requests),
  );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

const computed = (list: Json): Json =>
  Object.fromEntries(
    Object.entries(list).filter(([name, amount]) => (name === 'cpu' || name === 'memory') && amount !== '0'),
  );

function withLabelKeys(spec: Json, labels: Json): Json {
  const { affinity, topologySpreadConstraints } = spec;
  return {
    ...spec,
    ...(isRecord(affinity) ? { affinity: withAffinity(affinity, labels) } : {}),
    ...(Array.isArray(topologySpreadConstraints)
      ? {
          topologySpreadConstraints: recordsAt(spec, 'topologySpreadConstraints').map((one) =>
            selecting(one, labels),
          ),
        }
      : {}),
  };
}

function withAffinity(affinity: Json, labels: Json): Json {
  const sides = ['podAffinity', 'podAntiAffinity'].filter((name) => isRecord(affinity[name]));
  const filled = sides.map((name): [string, Json] => [name, withTerms(recordAt(affinity, name), labels)]);
  return { ...affinity, ...Object.fromEntries(filled) };
}

function withTerms(side: Json, labels: Json): Json {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const weighted = (one: Json): Json => ({
    ...one,
    podAffinityTerm: selecting(recordAt(one, 'podAffinityTerm'), labels),
  });
  return {
    ...side,
    ...(side[required] === undefined
      ? {}
      : { [required]: recordsAt(side, required).map((one) => selecting(one, labels)) }),
    ...(side[preferred] === undefined ? {} : { [preferred]: recordsAt(side, preferred).map(weighted) }),
  };
}

function selecting(term: Json, labels: Json): Json {
  const { labelSelector, matchLabelKeys, mismatchLabelKeys } = term;
  if (!isRecord(labelSelector)) return term;
  const more = [
    ...expressions(matchLabelKeys, 'In', labels),
    ...expressions(mismatchLabelKeys, 'NotIn', labels),
  ];
  if (more.length === 0) return term;
  const matchExpressions = [...recordsAt(labelSelector, 'matchExpressions'), ...more];
  return { ...term, labelSelector: { ...labelSelector, matchExpressions } };
}

function expressions(keys: unknown, operator: string, labels: Json): readonly Json[] {
  const all = Array.isArray(keys) ? (keys as readonly string[]) : [];
  return all
    .filter((key) => labels[key] !== undefined)
    .map((key) => ({ key, operator, values: [labels[key]] }));
}
