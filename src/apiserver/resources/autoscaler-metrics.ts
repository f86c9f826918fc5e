import { type Json, recordAt } from '../json.ts';

/**
 * The names of the members that contain the numbers of a metric. In `autoscaling/v2`, the numbers are in the object
 * `member`. In `autoscaling/v1`, the names of the members begin with `prefix`, for example `targetValue` with the
 * prefix `target`.
 */
export interface MetricForm {
  readonly member: 'target' | 'current';
  readonly prefix: 'target' | 'current';
}

/** The names for the target values of a metric, in the spec of an autoscaler. */
export const targetForm: MetricForm = { member: 'target', prefix: 'target' };
/** The names for the current values of a metric, in the status of an autoscaler. */
export const statusForm: MetricForm = { member: 'current', prefix: 'current' };

const sources: Readonly<Record<string, string>> = {
  Resource: 'resource',
  ContainerResource: 'containerResource',
  Pods: 'pods',
  Object: 'object',
  External: 'external',
};

/** Converts a metric of `autoscaling/v2` to the format that `autoscaling/v1` uses in an annotation. */
export function oldMetricOf(metric: Json, form: MetricForm): Json {
  const source = sourceOf(metric);
  if (source === undefined) return metric;
  return {
    type: metric['type'],
    [source]: oldSource(String(metric['type']), recordAt(metric, source), form),
  };
}

/** Converts a metric from the format that `autoscaling/v1` uses in an annotation to `autoscaling/v2`. */
export function metricOf(old: Json, form: MetricForm): Json {
  const source = sourceOf(old);
  if (source === undefined) return old;
  return { type: old['type'], [source]: newSource(String(old['type']), recordAt(old, source), form) };
}

function sourceOf({ type }: Json): string | undefined {
  return typeof type === 'string' && Object.hasOwn(sources, type) ? sources[type] : undefined;
}

function oldSource(type: string, source: Json, { member, prefix }: MetricForm): Json {
  const { value, averageValue, averageUtilization } = recordAt(source, member);
  const { name, selector } = recordAt(source, 'metric');
  const { name: resource, container, describedObject } = source;
  switch (type) {
    case 'Pods':
      return present({ metricName: name, selector, [`${prefix}AverageValue`]: averageValue });
    case 'Object':
      return present({
        target: describedObject,
        metricName: name,
        [`${prefix}Value`]: value ?? '0',
        selector,
        averageValue,
      });
    case 'External':
      return present({
        metricName: name,
        metricSelector: selector,
        [`${prefix}Value`]: value,
        [`${prefix}AverageValue`]: averageValue,
      });
    default:
      return present({
        name: resource,
        container,
        [`${prefix}AverageUtilization`]: averageUtilization,
        [`${prefix}AverageValue`]: averageValue,
      });
  }
}

function newSource(type: string, old: Json, { member, prefix }: MetricForm): Json {
  const numbers = { value: old[`${prefix}Value`], averageValue: old[`${prefix}AverageValue`] };
  const averageUtilization = old[`${prefix}AverageUtilization`];
  const amountFields = (amounts: Json, kind: string): Json => ({
    [member]: present(member === 'target' ? { type: kind, ...amounts } : amounts),
  });
  const metric = present({ name: old['metricName'], selector: old['selector'] ?? old['metricSelector'] });
  switch (type) {
    case 'Pods':
      return { metric, ...amountFields({ averageValue: numbers.averageValue }, 'AverageValue') };
    case 'Object': {
      const { averageValue } = old;
      const value = averageValue !== undefined && numbers.value === '0' ? undefined : numbers.value;
      const amounts = { value, averageValue };
      return {
        describedObject: old['target'],
        metric,
        ...amountFields(amounts, averageValue === undefined ? 'Value' : 'AverageValue'),
      };
    }
    case 'External':
      return { metric, ...amountFields(numbers, numbers.value === undefined ? 'AverageValue' : 'Value') };
    default:
      return present({
        name: old['name'],
        container: old['container'],
        ...amountFields(
          { averageValue: numbers.averageValue, averageUtilization },
          averageUtilization === undefined ? 'AverageValue' : 'Utilization',
        ),
      });
  }
}

function present(object: Json): Json {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
  );
}
