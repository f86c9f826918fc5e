import { isRecord } from '../../objects/index.ts';
import { isSame, omit, recordAt } from '../json.ts';
import { autoscalerSpec, reference } from '../validation/autoscaler.ts';
import { disruptionBudgetSpec } from '../validation/disruption-budget.ts';
import { endpointSlice } from '../validation/endpoint-slice.ts';
import type { Check } from '../validation/check.ts';
import { endpoints } from '../validation/endpoints.ts';
import { ingressClassSpec, namespaceSpec, node, runtimeClass } from '../validation/cluster-kinds.ts';
import { ingressErrors } from '../validation/ingress.ts';
import { leaseSpec } from '../validation/lease.ts';
import { limitRangeSpec } from '../validation/limit-range.ts';
import { networkPolicySpec } from '../validation/network-policy.ts';
import { resourceQuotaSpec } from '../validation/resource-quota.ts';
import { template } from '../validation/template.ts';
import { type Rule, rules, spec } from './immutable.ts';
import type { Resource } from './resource.ts';

/**
 * Checks the spec of an autoscaler. Only a target of the kind `ReplicationController` may have an API version without a
 * group. An update may keep any API version.
 */
const autoscaler: Rule = (object, existing) => {
  const target = (one: unknown): Readonly<Record<string, unknown>> =>
    recordAt(recordAt(isRecord(one) ? one : {}, 'spec'), 'scaleTargetRef');
  const [next, old] = [target(object), existing && target(existing)];
  const isKept =
    old !== undefined && old['apiVersion'] === next['apiVersion'] && old['kind'] === next['kind'];
  const mayBeCore = isKept || next['kind'] === 'ReplicationController';
  return autoscalerSpec(reference(mayBeCore))(object['spec'], 'spec');
};

/**
 * Returns a rule that checks a field. If an update leaves the field unchanged, the rule ignores the field, as the
 * kube-apiserver does.
 */
const exceptUnchanged =
  (name: string, check: Check): Rule =>
  (object, existing) =>
    check(existing !== undefined && isSame(object[name], existing[name]) ? omit(object, name) : object, '');

/** The validation rules of the kinds that are neither workloads nor storage, by `resource.group`. */
export const kindRules: Readonly<Record<string, Pick<Resource, 'validate'>>> = {
  endpoints: rules(exceptUnchanged('subsets', endpoints)),
  namespaces: rules(spec(namespaceSpec)),
  nodes: rules((object) => node(object, '')),
  podtemplates: rules((object) => template(object['template'], 'template')),
  resourcequotas: rules(spec(resourceQuotaSpec)),
  'ingressclasses.networking.k8s.io': rules(spec(ingressClassSpec)),
  'runtimeclasses.node.k8s.io': rules((object) => runtimeClass(object, '')),
  limitranges: rules(spec(limitRangeSpec)),
  'horizontalpodautoscalers.autoscaling': rules(autoscaler),
  'leases.coordination.k8s.io': rules(spec(leaseSpec)),
  'endpointslices.discovery.k8s.io': rules(exceptUnchanged('endpoints', endpointSlice)),
  'ingresses.networking.k8s.io': rules(ingressErrors),
  'networkpolicies.networking.k8s.io': rules(spec(networkPolicySpec)),
  'poddisruptionbudgets.policy': rules(spec(disruptionBudgetSpec)),
};
