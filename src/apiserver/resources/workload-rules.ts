import { isSame, type Json, omit, recordAt } from '../json.ts';
import { labelProblem } from '../metadata/dns-name.ts';
import { sorted } from '../sorted.ts';
import { fieldForbidden, fieldInvalid } from '../status/invalid.ts';
import type { Check } from '../validation/check.ts';
import { cronJobSpec } from '../validation/cron-job.ts';
import { jobSpec } from '../validation/job.ts';
import { lastingTemplate, template } from '../validation/template.ts';
import {
  daemonSetSpec,
  deploymentSpec,
  newStatefulSetSpec,
  replicaSetSpec,
  replicationControllerSpec,
  statefulSetSpec,
} from '../validation/workloads.ts';
import { immutable, type Rule, rules } from './immutable.ts';
import type { Resource } from './resource.ts';

/**
 * Rejects an update of the pod template of a job, because all pods of a job must be equal. If a suspended job has not
 * started, an update may change the fields that restrict the nodes of the pods.
 */
const fixedTemplate: Rule = (object, existing) => {
  if (existing === undefined) return [];
  const [next, old] = [recordAt(object, 'spec'), recordAt(existing, 'spec')];
  const { startTime } = recordAt(existing, 'status');
  const isOpen = old['suspend'] === true && startTime === undefined;
  const template = (spec: Json): unknown => (isOpen ? withoutPlaces(spec) : spec['template']);
  return isSame(template(next), template(old))
    ? []
    : [fieldInvalid('spec.template', sorted(next['template']), 'field is immutable')];
};

function withoutPlaces(spec: Json): Json {
  const template = recordAt(spec, 'template');
  const pod = recordAt(template, 'spec');
  const affinity = omit(recordAt(pod, 'affinity'), 'nodeAffinity');
  return {
    ...omit(template, 'metadata'),
    spec: { ...omit(pod, 'nodeSelector', 'tolerations', 'schedulingGates'), affinity },
  };
}

/**
 * Checks an update of `completions` of a job. Only an indexed job may change `completions`, and the new value must
 * equal `parallelism`.
 */
const completions: Rule = (object, existing) => {
  const next = recordAt(object, 'spec');
  if (next['completionMode'] !== 'Indexed') return immutable('completions')(object, existing);
  if (existing === undefined || next['completions'] === recordAt(existing, 'spec')['completions']) return [];
  return next['completions'] === undefined || next['completions'] === next['parallelism']
    ? []
    : [
        fieldInvalid(
          'spec.completions',
          next['completions'],
          'can only be modified in tandem with spec.parallelism',
        ),
      ];
};

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

const fewFields: Rule = (object, existing) => {
  if (existing === undefined) return [];
  const rest = (one: Json): Json => omit(recordAt(one, 'spec'), ...changeable);
  if (isSame(rest(object), rest(existing))) return [];
  const quoted = changeable.map((name) => `'${name}'`);
  const list = `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`;
  return [fieldForbidden('spec', `updates to statefulset spec for fields other than ${list} are forbidden`)];
};

/**
 * Returns a rule for the spec of a workload. If an update leaves the pod template unchanged, the rule does not check
 * the template.
 */
function specRule(specOf: (template: Check) => Check, template: Check): Rule {
  const [all, beside] = [specOf(template), specOf(() => [])];
  return (object, existing) => {
    const templateOf = (one: Json): unknown => recordAt(one, 'spec')['template'];
    const isKept = existing !== undefined && isSame(templateOf(object), templateOf(existing));
    return (isKept ? beside : all)(object['spec'], 'spec');
  };
}

/** Returns a rule that applies a check to the spec of a new object. The rule ignores updates. */
const onCreate =
  (spec: Check): Rule =>
  (object, existing) =>
    existing === undefined ? spec(object['spec'], 'spec') : [];

const cronJob: Rule = (object, existing) =>
  cronJobSpec(template, existing && recordAt(existing, 'spec'))(object['spec'], 'spec');

/**
 * Checks the name of an indexed job. The host name of each pod consists of the job name and the index of the pod, so
 * the length of the job name is limited.
 */
const jobName: Rule = (object, existing) => {
  const { completionMode, completions } = recordAt(object, 'spec');
  if (existing !== undefined || completionMode !== 'Indexed' || Number(completions ?? 0) < 1) return [];
  const name = String(recordAt(object, 'metadata')['name']);
  const host = `${name}-${Number(completions) - 1}`;
  return labelProblem(host) === undefined
    ? []
    : [fieldInvalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${host}`)];
};

/**
 * Checks the length of the name of a cron job. The controller appends 11 characters to the name to create the name of a
 * job.
 */
const cronJobName: Rule = (object, existing) => {
  const name = String(recordAt(object, 'metadata')['name']);
  return existing === undefined && name.length > 52
    ? [fieldInvalid('metadata.name', name, 'must be no more than 52 characters')]
    : [];
};

/** The validation rules of the workloads, by `resource.group`. */
export const workloadRules: Readonly<Record<string, Pick<Resource, 'validate'>>> = {
  'deployments.apps': rules(specRule(deploymentSpec, lastingTemplate), immutable('selector')),
  'replicasets.apps': rules(specRule(replicaSetSpec, lastingTemplate), immutable('selector')),
  'daemonsets.apps': rules(specRule(daemonSetSpec, lastingTemplate), immutable('selector')),
  'statefulsets.apps': rules(
    onCreate(newStatefulSetSpec),
    specRule(statefulSetSpec, lastingTemplate),
    fewFields,
  ),
  'jobs.batch': rules(
    specRule(jobSpec, template),
    jobName,
    completions,
    immutable('selector'),
    fixedTemplate,
    immutable('completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'),
  ),
  'cronjobs.batch': rules(cronJob, cronJobName),
  replicationcontrollers: rules(specRule(replicationControllerSpec, lastingTemplate)),
};
