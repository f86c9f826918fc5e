import { isRecord } from '../../objects/index.ts';
import { type Json, omit, recordAt, recordsAt } from '../json.ts';
import { fieldForbidden, fieldInvalid, fieldNotSupported, fieldRequired } from '../status/invalid.ts';
import {
  type Check,
  every,
  items,
  members,
  notNegative,
  oneOf,
  optional,
  present,
  required,
} from './check.ts';
import { claimSpec } from './claim.ts';
import { intOrPercent, intOrPercentUpTo100, numberOf } from './int-or-percent.ts';
import { dnsLabel } from './names.ts';
import { daemonTemplate, selectedTemplate } from './selected-template.ts';

/** Returns the check for the update strategy of a workload: its type, and the numbers of `rollingUpdate`. */
function strategy(checks: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    const given = isRecord(value) ? value : {};
    const { type = 'RollingUpdate', rollingUpdate } = given;
    const check = Object.hasOwn(checks, String(type)) ? checks[String(type)] : undefined;
    return check === undefined
      ? [fieldNotSupported(path, given, Object.keys(checks).sort())]
      : check(rollingUpdate, `${path}.rollingUpdate`);
  };
}

const deploymentStrategy = strategy({
  Recreate: present((_, path) => [
    fieldForbidden(path, "may not be specified when strategy `type` is 'Recreate'"),
  ]),
  RollingUpdate: every(
    members({ maxUnavailable: intOrPercent, maxSurge: intOrPercent }),
    (value, path) => {
      const { maxUnavailable, maxSurge } = isRecord(value) ? value : {};
      return numberOf(maxUnavailable) === 0 && numberOf(maxSurge) === 0
        ? [fieldInvalid(`${path}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
        : [];
    },
    members({ maxUnavailable: intOrPercentUpTo100 }),
  ),
});

/**
 * Checks that `progressDeadlineSeconds` of a deployment is greater than `minReadySeconds`, the time until a pod counts
 * as available.
 */
const deadline: Check = (value, path) => {
  const { progressDeadlineSeconds: seconds, minReadySeconds = 0 } = isRecord(value) ? value : {};
  return typeof seconds === 'number' && seconds <= Number(minReadySeconds)
    ? [fieldInvalid(`${path}.progressDeadlineSeconds`, seconds, 'must be greater than minReadySeconds')]
    : [];
};

/** Returns the check for the spec of a deployment (`ValidateDeploymentSpec`). */
export const deploymentSpec = (template: Check): Check =>
  every(
    members({ replicas: notNegative }),
    selectedTemplate('deployment', template),
    members({
      strategy: deploymentStrategy,
      minReadySeconds: notNegative,
      revisionHistoryLimit: notNegative,
      progressDeadlineSeconds: notNegative,
    }),
    deadline,
  );

/**
 * Returns the check for the spec of a replica set (`ValidateReplicaSetSpec`). As in the kube-apiserver, the error
 * message for an empty selector names the kind `deployment`.
 */
export const replicaSetSpec = (template: Check): Check =>
  every(
    members({ replicas: notNegative, minReadySeconds: notNegative }),
    selectedTemplate('deployment', template),
  );

/**
 * Returns the check for the spec of a replication controller (`ValidateReplicationControllerSpec`). Unlike in other
 * workloads, the selector is a plain map of labels.
 */
export const replicationControllerSpec = (template: Check): Check =>
  every(plainSelector, members({ template: required(template) }));

const plainSelector: Check = (value, path) => {
  const spec = isRecord(value) ? value : {};
  const wanted = Object.entries(recordAt(spec, 'selector'));
  if (wanted.length === 0) return [fieldRequired(`${path}.selector`, '')];
  const labels = recordAt(recordAt(recordAt(spec, 'template'), 'metadata'), 'labels');
  return spec['template'] === undefined || wanted.every(([name, given]) => labels[name] === given)
    ? []
    : [
        fieldInvalid(
          `${path}.template.metadata.labels`,
          labels,
          '`selector` does not match template `labels`',
        ),
      ];
};

const daemonUpdate: Check = every(
  members({ maxUnavailable: intOrPercentUpTo100, maxSurge: intOrPercentUpTo100 }),
  (value, path) => {
    const { maxUnavailable, maxSurge } = isRecord(value) ? value : {};
    const [unavailable, surge] = [numberOf(maxUnavailable), numberOf(maxSurge)];
    if (unavailable === 0 && surge === 0)
      return [fieldRequired(`${path}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')];
    return unavailable !== 0 && surge !== 0
      ? [fieldInvalid(`${path}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')]
      : [];
  },
);

/** Returns the check for the spec of a daemon set (`ValidateDaemonSetSpec`). */
export const daemonSetSpec = (template: Check): Check =>
  every(
    daemonTemplate(template),
    members({
      minReadySeconds: notNegative,
      updateStrategy: strategy({ OnDelete: () => [], RollingUpdate: daemonUpdate }),
      revisionHistoryLimit: notNegative,
    }),
  );

const statefulUpdate = members({
  partition: notNegative,
  maxUnavailable: present(
    every(intOrPercentUpTo100, (value, path) =>
      numberOf(value) === 0 ? [fieldInvalid(path, value, 'cannot be 0')] : [],
    ),
  ),
});

const retention = optional(oneOf('Delete', 'Retain'));

/** Returns the check for the spec of a stateful set (`ValidateStatefulSetSpec`). */
export const statefulSetSpec = (template: Check): Check =>
  every(
    members({
      podManagementPolicy: optional((value, path) =>
        value === 'OrderedReady' || value === 'Parallel'
          ? []
          : [fieldInvalid(path, value, "must be 'OrderedReady' or 'Parallel'")],
      ),
      updateStrategy: strategy({
        OnDelete: present((value, path) => [
          fieldInvalid(path, value, "only allowed for updateStrategy 'RollingUpdate'"),
        ]),
        RollingUpdate: present(statefulUpdate),
      }),
      persistentVolumeClaimRetentionPolicy: present(
        members({ whenDeleted: retention, whenScaled: retention }),
      ),
      replicas: notNegative,
      minReadySeconds: notNegative,
      ordinals: members({ start: notNegative }),
    }),
    (value, path) =>
      selectedTemplate('statefulset', template)(asCompleted(isRecord(value) ? value : {}), path),
  );

/**
 * Checks the fields of a stateful set that no update may change. As in the kube-apiserver, these fields are checked
 * only when the stateful set is created.
 */
export const newStatefulSetSpec: Check = members({
  volumeClaimTemplates: items(members({ spec: claimSpec })),
  serviceName: optional(dnsLabel),
});

/**
 * Completes the pod template in the spec of a stateful set, as the controller does, and returns the spec. The
 * controller adds one volume for each claim template, and replaces a volume with the same name. `hostname` and
 * `subdomain` are removed, because the controller sets both.
 */
function asCompleted(spec: Json): Json {
  const template = recordAt(spec, 'template');
  const pod = recordAt(template, 'spec');
  const claims = new Map(
    recordsAt(spec, 'volumeClaimTemplates').map((claim) => {
      const { name = '' } = recordAt(claim, 'metadata');
      return [name, { name, persistentVolumeClaim: { claimName: name } }] as const;
    }),
  );
  const volumes = [...claims.values(), ...recordsAt(pod, 'volumes').filter(({ name }) => !claims.has(name))];
  return { ...spec, template: { ...template, spec: { ...omit(pod, 'subdomain', 'hostname'), volumes } } };
}
