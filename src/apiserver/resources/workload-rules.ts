import { isRecord, labelSelector, type StringMap } from '../../objects/index.ts';
import { isSame, type Json, omit, recordAt, recordsAt } from '../json.ts';
import { fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { sorted } from '../sorted.ts';
import { immutable, type Rule, rules } from './immutable.ts';
import { templateErrors } from '../validation/pod-spec.ts';
import type { Resource } from './resource.ts';
import { selectorErrors } from './selector-errors.ts';

const replicas: Rule = (object) => {
  const { replicas: count } = recordAt(object, 'spec');
  return typeof count === 'number' && count < 0
    ? [fieldInvalid('spec.replicas', count, 'must be greater than or equal to 0')]
    : [];
};

/**
 * A workload that does not select its own pods would make them for ever.
 *
 * @param kind - what the real server calls it where it selects all pods
 */
function selectsItsPods(kind: string): Rule {
  return (object) => {
    const { selector, template } = recordAt(object, 'spec');
    if (isRecord(selector) && isEmptySelector(selector))
      return [fieldInvalid('spec.selector', {}, `empty selector is invalid for ${kind}`)];
    const labels = recordAt(recordAt(isRecord(template) ? template : {}, 'metadata'), 'labels');
    const why = '`selector` does not match template `labels`';
    const mismatch = [fieldInvalid('spec.template.metadata.labels', sorted(labels), why)];
    if (!isRecord(selector))
      // Daemon sets are told less.
      return [...(kind === 'daemonset' ? [] : [fieldRequired('spec.selector', '')]), ...mismatch];
    const wrong = selectorErrors(selector, 'spec.selector');
    if (wrong.length > 0) return wrong;
    return labelSelector(selector).matches(labels as StringMap) ? [] : mismatch;
  };
}

const isEmptySelector = (selector: Json): boolean =>
  Object.keys(recordAt(selector, 'matchLabels')).length === 0 &&
  recordsAt(selector, 'matchExpressions').length === 0;

/** Its pods are all made alike: only one that is suspended may still be told where they run. */
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

/** One that counts its pods may be made larger or smaller, with as many at a time. */
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

/** What its pods would be refused for; and how they are started again, which the kind decides. */
function podTemplate(...restartPolicies: readonly string[]): Rule {
  return (object, existing) => {
    const template = recordAt(recordAt(object, 'spec'), 'template');
    if (existing !== undefined && isSame(template, recordAt(recordAt(existing, 'spec'), 'template')))
      return [];
    return templateErrors(template, 'spec.template', restartPolicies);
  };
}

/**
 * The template of a stateful set is checked as its pods are made: with a volume for each claim, which replaces one of the same
 * name, and under names that the controller gives (`validateStatefulSetSpec`).
 */
const statefulTemplate: Rule = (object, existing) =>
  podTemplate('Always')(asMade(object), existing && asMade(existing));

function asMade<T extends Json>(set: T): T {
  const spec = recordAt(set, 'spec');
  const template = recordAt(spec, 'template');
  const pod = recordAt(template, 'spec');
  const claims = recordsAt(spec, 'volumeClaimTemplates').map((claim) => {
    const { name } = recordAt(claim, 'metadata');
    return { name, persistentVolumeClaim: { claimName: name } };
  });
  const names = new Set(claims.map(({ name }) => name));
  const volumes = [...claims, ...recordsAt(pod, 'volumes').filter(({ name }) => !names.has(name))];
  const made = { ...omit(pod, 'subdomain', 'hostname'), volumes };
  return { ...set, spec: { ...spec, template: { ...template, spec: made } } };
}

/** How many fields it has; a word such as `@daily` stands for all of them. */
const schedule: Rule = (object) => {
  const { schedule: given } = recordAt(object, 'spec');
  if (typeof given !== 'string' || given.startsWith('@')) return [];
  const fields = given.replace(/^(?:CRON_)?TZ=\S+\s+/, '').match(/\S+/g) ?? [];
  if (fields.length === 5) return [];
  const found = `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  return [fieldInvalid('spec.schedule', given, found)];
};

/** By the resource: what is wrong with a workload. */
export const workloadRules: Readonly<Record<string, Pick<Resource, 'validate'>>> = {
  'deployments.apps': rules(
    replicas,
    selectsItsPods('deployment'),
    podTemplate('Always'),
    immutable('selector'),
  ),
  'replicasets.apps': rules(
    replicas,
    selectsItsPods('deployment'),
    podTemplate('Always'),
    immutable('selector'),
  ),
  'daemonsets.apps': rules(selectsItsPods('daemonset'), podTemplate('Always'), immutable('selector')),
  'statefulsets.apps': rules(replicas, selectsItsPods('statefulset'), statefulTemplate, fewFields),
  'jobs.batch': rules(
    podTemplate('OnFailure', 'Never'),
    completions,
    immutable('selector'),
    fixedTemplate,
    immutable('completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'),
  ),
  'cronjobs.batch': rules(schedule),
  replicationcontrollers: rules(replicas),
};
