import { isRecord, labelSelector, type StringMap } from '../../objects/index.ts';
import { isSame, type Json, omit, recordAt } from '../json.ts';
import { fieldForbidden, fieldInvalid } from '../status/invalid.ts';
import { sorted } from '../sorted.ts';
import type { Resource } from './resource.ts';

type Rule = Resource['validate'];

/** Those of a workload that operators run into; the rest of what `validation.go` asks for is not looked at. */
function rules(...all: readonly Rule[]): Pick<Resource, 'validate'> {
  return { validate: (object, existing) => all.flatMap((rule) => rule(object, existing)) };
}

const replicas: Rule = (object) => {
  const { replicas: count } = recordAt(object, 'spec');
  return typeof count === 'number' && count < 0
    ? [fieldInvalid('spec.replicas', count, 'must be greater than or equal to 0')]
    : [];
};

/** A workload that does not select its own pods would make them for ever. */
const selectsItsPods: Rule = (object) => {
  const { selector, template } = recordAt(object, 'spec');
  if (!isRecord(selector) || !isRecord(template) || Object.keys(selector).length === 0) return [];
  const labels = recordAt(recordAt(template, 'metadata'), 'labels');
  return labelSelector(selector).matches(labels as StringMap)
    ? []
    : [
        fieldInvalid(
          'spec.template.metadata.labels',
          sorted(labels),
          '`selector` does not match template `labels`',
        ),
      ];
};

function immutable(...names: readonly string[]): Rule {
  return (object, existing) => {
    if (existing === undefined) return [];
    const [next, old] = [recordAt(object, 'spec'), recordAt(existing, 'spec')];
    return names
      .filter((name) => !isSame(next[name], old[name]))
      .map((name) => fieldInvalid(`spec.${name}`, sorted(next[name]), 'field is immutable'));
  };
}

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
  'deployments.apps': rules(replicas, selectsItsPods, immutable('selector')),
  'replicasets.apps': rules(replicas, selectsItsPods, immutable('selector')),
  'daemonsets.apps': rules(selectsItsPods, immutable('selector')),
  'statefulsets.apps': rules(replicas, selectsItsPods, fewFields),
  'jobs.batch': rules(immutable('selector', 'completionMode')),
  'cronjobs.batch': rules(schedule),
  replicationcontrollers: rules(replicas),
};
