import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { fieldInvalid, fieldNotSupported, fieldRequired, fieldTooLong } from '../status/invalid.ts';
import { type Check, every, members, notNegative, oneOf, present } from './check.ts';
import { domainPrefixedPath } from './names.ts';
import { podFailurePolicy, successPolicy } from './job-policies.ts';
import { mismatchErrors, selector } from './selected-template.ts';

/**
 * The limits for numbers in the spec of an indexed job. If the job has `backoffLimitPerIndex` and more completions than
 * `manyCompletions`, the limit for `parallelism` and `maxFailedIndexes` is only `ofMany`.
 */
const limits = { parallelism: 100_000, failed: 100_000, manyCompletions: 100_000, ofMany: 10_000 };

const managedBy: Check = (value, path) => [
  ...domainPrefixedPath(value, path),
  ...(String(value).length > 63 ? [fieldTooLong(path, 63)] : []),
];

/** Returns a check for a number in the spec of an indexed job. `most` is the largest allowed number. */
const atMost = (most: number): Check =>
  present((value, path) =>
    Number(value) > most
      ? [fieldInvalid(path, value, `must be less than or equal to ${most} in an indexed job`)]
      : [],
  );

const indexed: Check = (value, path) => {
  const spec = isRecord(value) ? value : {};
  const { completions, backoffLimitPerIndex, maxFailedIndexes } = spec;
  const isMany =
    typeof completions === 'number' &&
    completions > limits.manyCompletions &&
    backoffLimitPerIndex !== undefined;
  return [
    ...(completions === undefined
      ? [fieldRequired(`${path}.completions`, 'when completion mode is Indexed')]
      : []),
    ...members({
      parallelism: atMost(limits.parallelism),
      maxFailedIndexes: atMost(Math.min(limits.failed, Number(completions ?? limits.failed))),
    })(spec, path),
    ...(isMany && maxFailedIndexes === undefined
      ? [
          fieldRequired(
            `${path}.maxFailedIndexes`,
            `must be specified above ${limits.manyCompletions} completions`,
          ),
        ]
      : []),
    ...(isMany
      ? members({ parallelism: atMost(limits.ofMany), maxFailedIndexes: atMost(limits.ofMany) })(spec, path)
      : []),
  ];
};

const needsIndexes: Check = present((value, path) => [
  fieldInvalid(path, value, 'requires indexed completion mode'),
]);

const plain = members({ backoffLimitPerIndex: needsIndexes, maxFailedIndexes: needsIndexes });

/**
 * Checks the restart policy of the pods of a job: `OnFailure` or `Never`. If the job has a `podFailurePolicy`, the
 * restart policy must be `Never`.
 */
const restartPolicy: Check = (value, path) => {
  const { template, podFailurePolicy: policy } = isRecord(value) ? value : {};
  const { spec } = isRecord(template) ? template : {};
  const { restartPolicy: given = '' } = isRecord(spec) ? spec : {};
  const at = `${path}.template.spec.restartPolicy`;
  if (given === '' || given === 'Always') return [fieldRequired(at, 'valid values: "OnFailure", "Never"')];
  if (given !== 'OnFailure' && given !== 'Never')
    return [fieldNotSupported(at, given, ['OnFailure', 'Never'])];
  return policy !== undefined && given !== 'Never'
    ? [fieldInvalid(at, given, 'only "Never" is supported when podFailurePolicy is specified')]
    : [];
};

const replacement = (spec: Json): Check =>
  present(spec['podFailurePolicy'] === undefined ? oneOf('Failed', 'TerminatingOrFailed') : oneOf('Failed'));

/**
 * Returns the check for the fields that are checked in a job and in the job template of a cron job (`validateJobSpec`).
 */
export function jobTemplateSpec(template: Check): Check {
  return (value, path) => {
    const spec = isRecord(value) ? value : {};
    const isIndexed = spec['completionMode'] === 'Indexed';
    const isPlain = spec['completionMode'] === undefined || spec['completionMode'] === 'NonIndexed';
    const orphanLimit = spec['maxFailedIndexes'] !== undefined && spec['backoffLimitPerIndex'] === undefined;
    return every(
      members({
        parallelism: notNegative,
        completions: notNegative,
        activeDeadlineSeconds: notNegative,
        backoffLimit: notNegative,
        ttlSecondsAfterFinished: notNegative,
        backoffLimitPerIndex: orphanLimit
          ? (_, at) => [fieldRequired(at, 'when maxFailedIndexes is specified')]
          : notNegative,
        maxFailedIndexes: notNegative,
        managedBy: present(managedBy),
        completionMode: present(oneOf('Indexed', 'NonIndexed')),
      }),
      isIndexed ? indexed : () => [],
      isPlain ? plain : () => [],
      members({
        podFailurePolicy: present(podFailurePolicy(spec)),
        successPolicy: present(isIndexed ? successPolicy(Number(spec['completions'] ?? 0)) : needsIndexes),
        podReplacementPolicy: replacement(spec),
        template,
      }),
      restartPolicy,
    )(spec, path);
  };
}

/**
 * Returns the check for the spec of a job (`ValidateJobSpec`). At this time the server has already generated the
 * selector of the job.
 */
export const jobSpec = (template: Check): Check =>
  every(jobTemplateSpec(template), members({ selector }), (value, path) => {
    const spec = isRecord(value) ? value : {};
    return selector(spec['selector'], '').length > 0 ? [] : mismatchErrors(spec, path);
  });
