import { isRecord } from '../../../objects/index.ts';
import { type Json, recordAt } from '../../json.ts';
import { isEmptyAt, type TypeDefaults } from './type-defaults.ts';

const few = { minReplicas: 1 };

/** The defaults of the API group `autoscaling`. */
export const autoscalingDefaults: TypeDefaults = {
  'autoscaling.v1.HorizontalPodAutoscalerSpec': few,
  'autoscaling.v1.HorizontalPodAutoscaler': withCpu,
  'autoscaling.v2.HorizontalPodAutoscalerSpec': [few, withMetrics, withBehavior],
};

/** Returns the default metric of an autoscaler: the CPU utilization. */
const cpuMetric = (averageUtilization: unknown): Json => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

/**
 * Sets the default CPU metric of an autoscaler in `autoscaling/v1`. In this version, an annotation contains the metrics
 * that v1 has no field for. An autoscaler with the annotation gets no default metric.
 */
function withCpu(autoscaler: Json): Json {
  const spec = recordAt(autoscaler, 'spec');
  const annotations = recordAt(recordAt(autoscaler, 'metadata'), 'annotations');
  const hasMetrics = annotations['autoscaling.alpha.kubernetes.io/metrics'] !== undefined;
  return hasMetrics ? autoscaler : { ...autoscaler, spec: { targetCPUUtilizationPercentage: 80, ...spec } };
}

function withMetrics(spec: Json): Json {
  return isEmptyAt(spec, 'metrics') ? { ...spec, metrics: [cpuMetric(80)] } : spec;
}

const byShare = { type: 'Percent', value: 100, periodSeconds: 15 };
const up = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, byShare],
};
const down = { selectPolicy: 'Max', policies: [byShare] };

/**
 * Sets the defaults in the `behavior` of an autoscaler. If the autoscaler has a `behavior`, both `scaleUp` and
 * `scaleDown` get all defaults.
 */
function withBehavior(spec: Json): Json {
  const { behavior } = spec;
  if (!isRecord(behavior)) return spec;
  const { scaleUp = {}, scaleDown = {} } = behavior;
  return {
    ...spec,
    behavior: { scaleUp: { ...up, ...(scaleUp as Json) }, scaleDown: { ...down, ...(scaleDown as Json) } },
  };
}
