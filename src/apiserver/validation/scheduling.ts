import { isRecord } from '../../objects/index.ts';
import { type FieldError, fieldDuplicate, fieldInvalid, fieldNotSupported } from '../status/invalid.ts';
import { labelValueProblems } from '../metadata/qualified-name.ts';
import {
  type Check,
  every,
  items,
  members,
  number,
  oneOf,
  optional,
  positive,
  present,
  required,
} from './check.ts';
import { dnsLabel, labelKey } from './names.ts';
import { nodeSelector, preferredNodes } from './node-selector.ts';
import { selector } from './selected-template.ts';

const toleration: Check = every(
  members({ key: optional(labelKey) }),
  (value, path) => (isRecord(value) ? operatorErrors(value, `${path}.operator`) : []),
  members({ effect: optional(oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute')) }),
);

function operatorErrors(given: Readonly<Record<string, unknown>>, path: string): readonly FieldError[] {
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = given;
  return [
    ...(key === '' && operator !== 'Exists'
      ? [
          fieldInvalid(
            path,
            operator,
            'operator must be Exists when `key` is empty, which means "match all values and all keys"',
          ),
        ]
      : []),
    ...(tolerationSeconds !== undefined && effect !== 'NoExecute'
      ? [
          fieldInvalid(
            path.replace(/operator$/, 'effect'),
            effect,
            "effect must be 'NoExecute' when `tolerationSeconds` is set",
          ),
        ]
      : []),
    ...valueErrors(operator, String(value), path),
  ];
}

function valueErrors(operator: unknown, value: string, path: string): readonly FieldError[] {
  switch (operator) {
    case '':
    case 'Equal': {
      const problems = labelValueProblems(value);
      return problems.length === 0 ? [] : [fieldInvalid(path, value, problems.join(';'))];
    }
    case 'Exists':
      return value === ''
        ? []
        : [fieldInvalid(path, value, "value must be empty when `operator` is 'Exists'")];
    default:
      return [fieldNotSupported(path, operator, ['Equal', 'Exists'])];
  }
}

/** Checks the tolerations of a pod. */
export const tolerations: Check = items(toleration);

const affinityTerm = every(
  members({
    labelSelector: selector,
    namespaceSelector: selector,
    topologyKey: required(undefined, 'can not be empty'),
  }),
  (value, path) => {
    const { namespaces, topologyKey } = isRecord(value) ? value : {};
    return [
      // As in the kube-apiserver, the path in the error for an invalid namespace has no index.
      ...(Array.isArray(namespaces) ? namespaces : []).flatMap((one) => dnsLabel(one, `${path}.namespace`)),
      ...labelKey(topologyKey, `${path}.topologyKey`),
    ];
  },
);

const weight: Check = (value, path) =>
  number((given) => given >= 1 && given <= 100, 'must be in the range 1-100')(value ?? 0, path);

const podTerms = members({
  requiredDuringSchedulingIgnoredDuringExecution: items(affinityTerm),
  preferredDuringSchedulingIgnoredDuringExecution: items(members({ weight, podAffinityTerm: affinityTerm })),
});

const nodeTerms = members({
  requiredDuringSchedulingIgnoredDuringExecution: present(nodeSelector),
  preferredDuringSchedulingIgnoredDuringExecution: items(members({ weight, preference: preferredNodes })),
});

/** Checks the affinity of a pod to nodes and to other pods. */
export const affinity: Check = members({
  nodeAffinity: present(nodeTerms),
  podAffinity: present(podTerms),
  podAntiAffinity: present(podTerms),
});

const constraint = members({
  maxSkew: positive,
  topologyKey: required(undefined, 'can not be empty'),
  whenUnsatisfiable: oneOf('DoNotSchedule', 'ScheduleAnyway'),
  labelSelector: selector,
  nodeAffinityPolicy: present(oneOf('Honor', 'Ignore')),
  nodeTaintsPolicy: present(oneOf('Honor', 'Ignore')),
  minDomains: present(positive),
});

const minDomains: Check = (value, path) => {
  const { minDomains: given, whenUnsatisfiable } = isRecord(value) ? value : {};
  return given === undefined || whenUnsatisfiable === 'DoNotSchedule'
    ? []
    : [
        fieldInvalid(
          `${path}.minDomains`,
          given,
          'can only use minDomains if whenUnsatisfiable=DoNotSchedule',
        ),
      ];
};

/**
 * Checks the topology spread constraints of a pod. Two constraints may not have the same `topologyKey` and the same
 * `whenUnsatisfiable`.
 */
export const topologySpread: Check = (value, path) => {
  const all = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const wayOf = (one: unknown): string => {
    const { topologyKey = '', whenUnsatisfiable = '' } = isRecord(one) ? one : {};
    return `{${String(topologyKey)}, ${String(whenUnsatisfiable)}}`;
  };
  const ways = all.map(wayOf);
  const last = new Map(ways.map((way, at) => [way, at]));
  return [
    ...items(every(constraint, minDomains))(value, path),
    ...ways.flatMap((way, at) =>
      (last.get(way) ?? at) > at
        ? [fieldDuplicate(`${path}[${at}].{topologyKey, whenUnsatisfiable}`, way)]
        : [],
    ),
  ];
};
