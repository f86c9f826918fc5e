/**
 * One of the five fields of a cron schedule: its smallest number, its largest number, and the words (such as `mon`)
 * that may replace numbers.
 */
interface Field {
  readonly least: number;
  readonly most: number;
  readonly words: readonly string[];
}

const fields: readonly Field[] = [
  { least: 0, most: 59, words: [] },
  { least: 0, most: 23, words: [] },
  { least: 1, most: 31, words: [] },
  {
    least: 1,
    most: 12,
    words: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { least: 0, most: 6, words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

const descriptors: readonly string[] = [
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
];

/**
 * Returns the error message for an invalid cron schedule. Returns `undefined` for a valid schedule. The rules are those
 * of `robfig/cron`, which the kube-apiserver uses.
 */
export function scheduleProblem(given: string): string | undefined {
  const schedule = given.replace(/^(?:CRON_)?TZ=\S*\s+/, '');
  if (schedule.startsWith('@')) return descriptorProblem(schedule);
  const parts = schedule.match(/\S+/g) ?? [];
  if (parts.length !== fields.length)
    return `expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`;
  return firstOf(parts, (part, at) => fieldProblem(part, fields[at] ?? { least: 0, most: 0, words: [] }));
}

function descriptorProblem(given: string): string | undefined {
  const [, duration] = /^@every (.*)$/s.exec(given) ?? [];
  if (duration === undefined)
    return descriptors.includes(given) ? undefined : `unrecognized descriptor: ${given}`;
  const form = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
  return form.test(duration) ? undefined : `failed to parse duration ${given}: time: invalid duration`;
}

const fieldProblem = (given: string, field: Field): string | undefined =>
  firstOf(
    given.split(',').filter((range) => range !== ''),
    (range) => rangeProblem(range, field),
  );

/**
 * Checks one range of a cron schedule, such as `*`, `5`, `1-5` or `1-5/2`. The number after the slash is the step. The
 * range `5/2` ends at the largest number of the field.
 */
function rangeProblem(given: string, { least, most, words }: Field): string | undefined {
  const [range = '', step = '1', ...moreSteps] = given.split('/');
  const [from = '', to, ...moreEnds] = range.split('-');
  const isAny = from === '*' || from === '?';
  const numberOf = (text: string): number => {
    const at = words.indexOf(text.toLowerCase());
    return at < 0 ? integer(text) : at + least;
  };
  const start = isAny ? least : numberOf(from);
  const end = isAny ? most : to === undefined ? (given.includes('/') ? most : start) : numberOf(to);
  if (!isAny && moreEnds.length > 0) return `too many hyphens: ${given}`;
  if (moreSteps.length > 0) return `too many slashes: ${given}`;
  if ([start, end, integer(step)].some(Number.isNaN)) return `failed to parse int from ${given}`;
  if (start < least) return `beginning of range (${start}) below minimum (${least}): ${given}`;
  if (end > most) return `end of range (${end}) above maximum (${most}): ${given}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${given}`;
  return integer(step) === 0 ? `step of range should be a positive number: ${given}` : undefined;
}

const integer = (text: string): number => (/^\+?\d+$/.test(text) ? Number(text) : Number.NaN);

function firstOf<T>(
  all: readonly T[],
  problemOf: (one: T, at: number) => string | undefined,
): string | undefined {
  for (const [at, one] of all.entries()) {
    const problem = problemOf(one, at);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
