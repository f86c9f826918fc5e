import type { Json } from '../../json.ts';
import { age } from '../age.ts';
import type { Printer } from '../cell.ts';
import { count, has, list, record, scalar, text } from '../fields.ts';
import { nameOf, none, unset } from '../words.ts';

/**
 * Prints the table row of an autoscaler of `autoscaling/v1` or `autoscaling/v2`. In `autoscaling/v1` the CPU is the
 * only metric.
 */
export const autoscaler: Printer = (object, now) => [
  nameOf(object),
  `${text(object, 'spec.scaleTargetRef.kind')}/${text(object, 'spec.scaleTargetRef.name')}`,
  targets(object),
  has(object, 'spec.minReplicas') ? String(count(object, 'spec.minReplicas')) : unset,
  count(object, 'spec.maxReplicas'),
  count(object, 'status.currentReplicas'),
  age(object, now),
];

function targets(object: Json): string {
  const statuses = list(object, 'status.currentMetrics');
  const all = [
    ...list(object, 'spec.metrics').map((metric, index) => metricText(metric, statuses[index] ?? {})),
    ...cpuOnly(object),
  ];
  const shown = all.slice(0, 2).join(', ') || none;
  return all.length > 2 ? `${shown} + ${all.length - 2} more...` : shown;
}

function cpuOnly(object: Json): readonly string[] {
  if (!has(object, 'spec.targetCPUUtilizationPercentage')) return [];
  const current = percent(object, 'status.currentCPUUtilizationPercentage', unknown);
  return [`cpu: ${current}/${percent(object, 'spec.targetCPUUtilizationPercentage', '')}`];
}

const unknown = '<unknown>';

const percent = (object: Json, path: string, fallback: string): string =>
  has(object, path) ? `${count(object, path)}%` : fallback;

/** Returns the current value and the target value of a metric, such as `cpu: 12%/80%` or `12/100 (avg)`. */
function metricText(metric: Json, status: Json): string {
  const name = members[text(metric, 'type')];
  if (name === undefined) return '<unknown type>';
  const { target = {}, name: resource } = (record(metric, name) ?? {}) as { target?: Json; name?: unknown };
  const current = record(status, `${name}.current`) ?? {};
  const average = has(target, 'averageValue');
  switch (name) {
    case 'resource':
    case 'containerResource':
      return `${String(resource)}: ${average ? averages(current, target) : utilisation(current, target)}`;
    case 'pods':
      return averages(current, target);
    default:
      return average
        ? `${averages(current, target)} (avg)`
        : `${scalar(current, 'value', unknown)}/${scalar(target, 'value', '0')}`;
  }
}

const members: Readonly<Record<string, string>> = {
  External: 'external',
  Pods: 'pods',
  Object: 'object',
  Resource: 'resource',
  ContainerResource: 'containerResource',
};

const averages = (current: Json, target: Json): string =>
  `${scalar(current, 'averageValue', unknown)}/${scalar(target, 'averageValue', '0')}`;

const utilisation = (current: Json, target: Json): string =>
  `${percent(current, 'averageUtilization', unknown)}/${percent(target, 'averageUtilization', '<auto>')}`;
