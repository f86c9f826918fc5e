import { isRecord } from '../../objects/index.ts';
import { fieldInvalid } from '../status/invalid.ts';
import { type Check, members, notNegative, oneOf, optional, present, text } from './check.ts';
import { scheduleProblem } from './cron-schedule.ts';
import { jobTemplateSpec } from './job.ts';

/**
 * Checks the name of an IANA time zone. The name is case-sensitive, because the kube-apiserver reads a file with this
 * name.
 */
const timeZone: Check = text((given) => {
  if (given === '') return 'timeZone must be nil or non-empty string';
  const isName = given.split('/').every((part) => /^[A-Z][A-Za-z.\-_0-9+]{0,13}$/.test(part));
  if (!isName) return `unknown time zone ${given}`;
  if (given.toLowerCase() === 'local')
    return 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  const found = canonicalZone(given);
  const isOtherCase = found !== given && found?.toLowerCase() === given.toLowerCase();
  return found === undefined || isOtherCase ? `unknown time zone ${given}` : undefined;
});

function canonicalZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * Returns the check for the schedule of a cron job. A new schedule may not contain a time zone, because the spec has
 * the field `timeZone`.
 */
const schedule = (mayNameZone: boolean): Check =>
  text((given) => [
    ...[scheduleProblem(given) ?? []].flat(),
    ...(given.includes('TZ') && !mayNameZone
      ? ['cannot use TZ or CRON_TZ in schedule, use timeZone field instead']
      : []),
  ]);

/** Rejects a selector in the job template of a cron job, because the server generates the selector of each job. */
const generated = members({
  selector: present((value, path) => [fieldInvalid(path, value, '`selector` will be auto-generated')]),
  manualSelector: (value, path) => (value === true ? oneOf('nil', 'false')(value, path) : []),
});

/**
 * Returns the check for the spec of a cron job (`validateCronJobSpec`).
 *
 * @param old - the spec before an update. An update may keep an invalid time zone, and a time zone in the schedule.
 */
export const cronJobSpec = (template: Check, old: Readonly<Record<string, unknown>> | undefined): Check => {
  return (value, path) => {
    const { timeZone: zone } = isRecord(value) ? value : {};
    const hadZone = typeof old?.['schedule'] === 'string' && old['schedule'].includes('TZ');
    return members({
      schedule: optional(schedule(hadZone && zone === undefined)),
      startingDeadlineSeconds: notNegative,
      timeZone: old !== undefined && old['timeZone'] === zone ? () => [] : present(timeZone),
      concurrencyPolicy: optional(oneOf('Allow', 'Forbid', 'Replace')),
      jobTemplate: members({
        spec: (spec, at) => [...jobTemplateSpec(template)(spec, at), ...generated(spec, at)],
      }),
      successfulJobsHistoryLimit: notNegative,
      failedJobsHistoryLimit: notNegative,
    })(value, path);
  };
};
