import type { Json } from '../../json.ts';
import { age, humanDuration, since } from '../age.ts';
import type { Printer } from '../cell.ts';
import { condition, count, flag, has, list, text } from '../fields.ts';
import { containersText, nameOf, none, selectorText, unset } from '../words.ts';

export const job: Printer = (object, now) => [
  nameOf(object),
  statusOf(object),
  completions(object),
  duration(object, now),
  age(object, now),
  ...containersText(object, 'spec.template.spec.containers'),
  selectorText(object, 'spec.selector'),
];

export const cronJob: Printer = (object, now) => {
  const last = text(object, 'status.lastScheduleTime');
  return [
    nameOf(object),
    text(object, 'spec.schedule'),
    text(object, 'spec.timeZone', none),
    has(object, 'spec.suspend') ? (flag(object, 'spec.suspend') ? 'True' : 'False') : unset,
    list(object, 'status.active').length,
    last === '' ? none : since(last, now),
    age(object, now),
    ...containersText(object, 'spec.jobTemplate.spec.template.spec.containers'),
    selectorText(object, 'spec.jobTemplate.spec.selector'),
  ];
};

/**
 * Returns the text for the status column of a job. A job that is being deleted is `Terminating`, unless the job is
 * complete or failed.
 */
function statusOf(object: Json): string {
  const holds = (type: string): boolean => condition(object, type)?.['status'] === 'True';
  if (holds('Complete')) return 'Complete';
  if (holds('Failed')) return 'Failed';
  if (has(object, 'metadata.deletionTimestamp')) return 'Terminating';
  if (holds('Suspended')) return 'Suspended';
  if (holds('FailureTarget')) return 'FailureTarget';
  return holds('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}

function completions(object: Json): string {
  const succeeded = count(object, 'status.succeeded');
  if (has(object, 'spec.completions')) return `${succeeded}/${count(object, 'spec.completions')}`;
  const parallelism = count(object, 'spec.parallelism');
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function duration(object: Json, now: number): string {
  const start = Date.parse(text(object, 'status.startTime'));
  const end = Date.parse(text(object, 'status.completionTime'));
  if (Number.isNaN(start)) return '';
  return humanDuration((Number.isNaN(end) ? now : end) - start);
}
