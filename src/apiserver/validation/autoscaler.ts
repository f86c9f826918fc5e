import { isRecord } from '../../objects/index.ts';
import { type FieldError, fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import {
  type Check,
  every,
  isNothing,
  items,
  members,
  number,
  oneOf,
  optional,
  present,
  required,
} from './check.ts';
import { positiveQuantity } from './claim.ts';
import { dnsLabel, labelKey, pathSegment } from './names.ts';

/**
 * Checks a reference that consists of a kind, a name and an API version (`ValidateCrossVersionObjectReference`).
 *
 * @param mayBeCore - whether the API version may be of the core group, such as `v1`
 */
export const reference = (mayBeCore: boolean): Check =>
  members({
    kind: pathSegment,
    name: pathSegment,
    apiVersion: (value, path) => {
      const given = typeof value === 'string' ? value : '';
      const slashes = given.split('/').length - 1;
      if (slashes > 1) return [fieldInvalid(path, given, `unexpected GroupVersion string: ${given}`)];
      return (slashes === 0 || given.startsWith('/')) && !mayBeCore
        ? [fieldInvalid(path, given, 'apiVersion must specify API group')]
        : [];
    },
  });

/** Checks the name of an autoscaler metric. As in the kube-apiserver, the selector of the metric is not checked. */
const metric = members({ name: pathSegment });

const target = members({
  type: (value, path) => {
    if (isNothing(value)) return [fieldRequired(path, 'must specify a metric target type')];
    return ['Utilization', 'Value', 'AverageValue'].includes(String(value))
      ? []
      : [fieldInvalid(path, value, 'must be either Utilization, Value, or AverageValue')];
  },
  value: present(positiveQuantity),
  averageValue: present(positiveQuantity),
  averageUtilization: present(number((given) => given >= 1, 'must be greater than 0')),
});

/**
 * Checks that a metric target contains at least one of several numbers. As in the kube-apiserver, the path in the error
 * is always the path of the first number.
 */
function oneAim(needed: string, ...others: readonly string[]): Check {
  return (value, path) => {
    const aims = isRecord(value) ? value : {};
    const has = (name: string): boolean => aims[name] !== undefined;
    if (!has(needed) && !others.some(has))
      return [fieldRequired(`${path}.${needed}`, 'must set one number of the target')];
    return [];
  };
}

const notBoth = (one: string, refused: string): Check => {
  return (value, path) =>
    isRecord(value) && value[one] !== undefined && value[refused] !== undefined
      ? [fieldForbidden(`${path}.${refused}`, `may not set both ${one} and ${refused}`)]
      : [];
};

const ofResource = every(
  target,
  oneAim('averageUtilization', 'averageValue'),
  notBoth('averageUtilization', 'averageValue'),
);

const sources: Readonly<Record<string, Check>> = {
  object: members({
    describedObject: reference(true),
    metric,
    target: every(target, oneAim('averageValue', 'value')),
  }),
  external: members({
    metric,
    target: every(target, oneAim('averageValue', 'value'), notBoth('averageValue', 'value')),
  }),
  pods: members({ metric, target: every(target, oneAim('averageValue')) }),
  resource: members({ name: required(undefined, 'must specify a resource name'), target: ofResource }),
  containerResource: members({
    name: required(labelKey, 'must specify a resource name'),
    container: required(dnsLabel, 'must specify a container'),
    target: ofResource,
  }),
};

const typeOf = (source: string): string => source.charAt(0).toUpperCase() + source.slice(1);
const types = Object.keys(sources).map(typeOf);

/**
 * Checks a metric of an autoscaler. A metric must have a type, the source for this type, and no other source. As in the
 * kube-apiserver, only the first source of a metric with several sources is checked.
 */
const metricSpec: Check = (value, path) => {
  const spec = isRecord(value) ? value : {};
  const given = Object.keys(sources).filter((source) => isRecord(spec[source]));
  const [first] = given;
  const expected = Object.keys(sources).find((source) => typeOf(source) === spec['type']);
  const others = given.filter((source) => source !== expected);
  return [
    ...required(oneOf(...types), 'must specify a metric source type')(spec['type'], `${path}.type`),
    ...(first === undefined ? [] : (sources[first]?.(spec[first], `${path}.${first}`) ?? [])),
    ...(expected === undefined || given.includes(expected)
      ? []
      : [fieldRequired(`${path}.${expected}`, 'must populate information for the given metric source')]),
    ...(given.length > 1
      ? others.map((source) =>
          fieldForbidden(`${path}.${source}`, 'must populate the given metric source only'),
        )
      : []),
  ];
};

const between = (least: number, most: number): Check => {
  return (value, path) =>
    number((given) => given >= least && given <= most, `must be between ${least} and ${most}`)(
      value ?? 0,
      path,
    );
};

const policy = members({
  type: oneOf('Percent', 'Pods'),
  value: (value, path) => number((given) => given > 0, 'must be greater than zero')(value ?? 0, path),
  periodSeconds: between(1, 1_800),
});

const scaling = members({
  stabilizationWindowSeconds: present(between(0, 3_600)),
  selectPolicy: present(oneOf('Disabled', 'Max', 'Min')),
  policies: required(items(policy), 'must specify at least one Policy'),
  tolerance: optional((value, path) =>
    String(value).startsWith('-') ? [fieldInvalid(path, value, 'must be greater than or equal to 0')] : [],
  ),
});

/**
 * Checks the metrics of an autoscaler with `minReplicas: 0`. With 0 pods, only an object metric or an external metric
 * can cause a scale-up, so one such metric is required.
 */
const scaleToZero: Check = (value, path): readonly FieldError[] => {
  const { minReplicas, metrics } = isRecord(value) ? value : {};
  const all = Array.isArray(metrics) ? metrics.filter(isRecord) : [];
  return minReplicas === 0 && !all.some(({ type }) => type === 'Object' || type === 'External')
    ? [
        fieldForbidden(
          `${path}.metrics`,
          'must specify at least one Object or External metric to support scaling to zero replicas',
        ),
      ]
    : [];
};

const bounds: Check = (value, path) => {
  const { minReplicas, maxReplicas = 0 } = isRecord(value) ? value : {};
  return typeof minReplicas === 'number' && Number(maxReplicas) < minReplicas
    ? [fieldInvalid(`${path}.maxReplicas`, maxReplicas, 'must be greater than or equal to `minReplicas`')]
    : [];
};

/**
 * Returns the check for the spec of an autoscaler (`validateHorizontalPodAutoscalerSpec`).
 *
 * @param target - the check for the reference to the scaled object
 */
export const autoscalerSpec = (target: Check): Check =>
  every(
    bounds,
    members({ scaleTargetRef: target, metrics: items(metricSpec) }),
    scaleToZero,
    members({ behavior: members({ scaleUp: present(scaling), scaleDown: present(scaling) }) }),
  );
