import { freeze } from 'immer';
import { isRecord } from '../../objects/index.ts';
import { type Json, omit, recordAt, type StoredObject } from '../json.ts';
import { parsedText } from '../json-size.ts';
import { goNamed, jsonNamed } from './autoscaler-behavior.ts';
import { metricOf, oldMetricOf, statusForm, targetForm } from './autoscaler-metrics.ts';
import type { Resource } from './resource.ts';

const prefix = 'autoscaling.alpha.kubernetes.io/';
const annotationNames = ['metrics', 'behavior', 'current-metrics', 'conditions'].map((name) => prefix + name);

/**
 * Converts autoscalers between `autoscaling/v1` and the stored version `autoscaling/v2`. If `autoscaling/v1` has no
 * field for a value, the object contains the value as JSON in an annotation.
 */
export const autoscalerView: Pick<Resource, 'read' | 'toStorage'> = { read, toStorage };

/**
 * A cache of the autoscalers that were converted to `autoscaling/v1`. Each autoscaler is converted once, and all
 * readers share the frozen result.
 */
const shown = new WeakMap<StoredObject, StoredObject>();

function read(stored: StoredObject): StoredObject {
  if (stored.apiVersion === 'autoscaling/v1') return stored;
  const known = shown.get(stored);
  if (known !== undefined) return known;
  const { metrics, behavior, ...spec } = recordAt(stored, 'spec');
  const { currentMetrics, conditions, ...status } = recordAt(stored, 'status');
  const all = listOf(metrics);
  const cpu = all.find(isOfCpu);
  const others = all.filter((one) => !isOfCpu(one));
  const annotationValues = {
    ...(others.length > 0 ? { metrics: others.map((one) => oldMetricOf(one, targetForm)) } : {}),
    ...(behavior === undefined ? {} : { behavior: goNamed(behavior) }),
    ...(listOf(currentMetrics).length > 0
      ? { 'current-metrics': listOf(currentMetrics).map((one) => oldMetricOf(one, statusForm)) }
      : {}),
    ...(listOf(conditions).length > 0 ? { conditions } : {}),
  };
  const texts = Object.entries(annotationValues).map(([name, value]): [string, string] => [
    prefix + name,
    JSON.stringify(value),
  ]);
  const given: Json = stored.metadata.annotations ?? {};
  const annotations: Json = {
    ...omit(given, ...annotationNames),
    ...Object.fromEntries(texts),
  };
  const current = listOf(currentMetrics).find(isOfCpu);
  const full = {
    ...stored,
    apiVersion: 'autoscaling/v1',
    metadata:
      Object.keys(annotations).length === 0
        ? omit({ ...stored.metadata }, 'annotations')
        : { ...stored.metadata, annotations },
    spec: { ...spec, ...percent('targetCPUUtilizationPercentage', cpu, 'target') },
    status: {
      currentReplicas: 0,
      ...status,
      ...percent('currentCPUUtilizationPercentage', current, 'current'),
    },
  };
  freeze(full, true);
  shown.set(stored, full as unknown as StoredObject);
  return full as unknown as StoredObject;
}

function toStorage(object: Json): Json {
  const metadata = recordAt(object, 'metadata');
  const annotations = recordAt(metadata, 'annotations');
  const { targetCPUUtilizationPercentage: target, ...spec } = recordAt(object, 'spec');
  const { currentReplicas, ...given } = recordAt(object, 'status');
  const status = omit(given, 'currentCPUUtilizationPercentage');
  const others = listOf(parsed(annotations, 'metrics')).map((one) => metricOf(one, targetForm));
  const averageUtilization = target ?? (others.length === 0 ? 80 : undefined);
  const cpu = {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
  };
  const behavior = parsed(annotations, 'behavior');
  const conditions = parsed(annotations, 'conditions');
  const kept = omit(annotations, ...annotationNames);
  return {
    ...object,
    apiVersion: 'autoscaling/v2',
    metadata:
      Object.keys(kept).length === 0 ? omit(metadata, 'annotations') : { ...metadata, annotations: kept },
    spec: {
      ...spec,
      metrics: [...others, ...(averageUtilization === undefined ? [] : [cpu])],
      ...(isRecord(behavior) ? { behavior: jsonNamed(behavior) } : {}),
    },
    status: {
      // `autoscaling/v1` contains `currentReplicas` even if the value is 0, but `autoscaling/v2` omits the value 0.
      ...(currentReplicas === 0 || currentReplicas === undefined ? {} : { currentReplicas }),
      ...status,
      currentMetrics: nullWhenEmpty(
        listOf(parsed(annotations, 'current-metrics')).map((one) => metricOf(one, statusForm)),
      ),
      ...(conditions === undefined ? {} : { conditions }),
    },
  };
}

/**
 * Returns whether a metric is the average utilization of the CPU. `autoscaling/v1` has its own field for this metric.
 */
function isOfCpu({ type, resource }: Json): boolean {
  if (type !== 'Resource' || !isRecord(resource) || resource['name'] !== 'cpu') return false;
  return [resource['target'], resource['current']].some(
    (one) => isRecord(one) && one['averageUtilization'] !== undefined,
  );
}

function percent(name: string, metric: Json | undefined, member: string): Json {
  const value = recordAt(recordAt(metric ?? {}, 'resource'), member)['averageUtilization'];
  return value === undefined ? {} : { [name]: value };
}

function parsed(annotations: Json, name: string): unknown {
  const text = annotations[prefix + name];
  return typeof text === 'string' ? parsedText(text) : undefined;
}

const nullWhenEmpty = (list: readonly Json[]): readonly Json[] | null => (list.length === 0 ? null : list);

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
