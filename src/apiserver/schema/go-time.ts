/** The elements of Go's time layout that the Kubernetes API uses to parse times. */
const elements: readonly (readonly [element: string, pattern: RegExp])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/],
  ['-', /^-/],
  ['02', /^\d\d/],
  ['T', /^T/],
  ['15', /^\d\d/],
  [':', /^:/],
  ['04', /^\d\d/],
  [':', /^:/],
  ['05', /^\d\d(?:[.,]\d+)?/],
  ['Z07:00', /^(?:Z|[+-]\d\d:\d\d)/],
];

const micros: readonly (readonly [element: string, pattern: RegExp])[] = elements.flatMap((one) =>
  one[0] === '05'
    ? [
        ['05', /^\d\d/],
        ['.000000', /^\.\d{6}/],
      ]
    : [one],
);

/** Returns Go's error message for a text that is not a valid time. Returns `undefined` for a valid time. */
export function timeProblem(text: string, isMicro: boolean): string | undefined {
  const layout = isMicro ? micros : elements;
  const name = layout.map(([element]) => element).join('');
  const refused = `parsing time ${JSON.stringify(text)}`;
  let rest = text;
  for (const [element, pattern] of layout) {
    const found = pattern.exec(rest);
    if (found === null) {
      const [shown, wanted] = [JSON.stringify(rest), JSON.stringify(element)];
      return `${refused} as ${JSON.stringify(name)}: cannot parse ${shown} as ${wanted}`;
    }
    rest = rest.slice(found[0].length);
  }
  if (rest !== '') return `${refused}: extra text: ${JSON.stringify(rest)}`;
  const range = outOfRange(text);
  return range && `${refused}: ${range} out of range`;
}

/**
 * Returns the first part of a time that is out of range, such as `month`. The order of the checks is that of Go. The
 * year in UTC may not have five digits, because Go can write such a time but cannot parse it.
 */
function outOfRange(text: string): string | undefined {
  const { year, month, day, hour, minute, second, offset } = fieldsOf(text);
  if (month < 1 || month > 12) return 'month';
  if (hour > 23) return 'hour';
  if (minute > 59) return 'minute';
  if (second > 59) return 'second';
  if (offset.minutes > 60) return 'time zone offset minute';
  if (offset.hours > 24) return 'time zone offset hour';
  if (day < 1 || day > dateOf(year, month, 0).getUTCDate()) return 'day';
  const inUtc = instantOf(text).getUTCFullYear();
  return inUtc < 0 || inUtc > 9999 ? 'year' : undefined;
}

interface Fields {
  readonly year: number;
  /** The month from 1 (January) to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly offset: { readonly sign: 1 | -1; readonly hours: number; readonly minutes: number };
}

/** Returns the numbers in a text in the format of RFC 3339. */
function fieldsOf(text: string): Fields {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text
    .slice(0, 19)
    .split(/[-T:]/)
    .map(Number);
  const offset = { sign: sign === '-' ? -1 : 1, hours: Number(hours), minutes: Number(minutes) } as const;
  return { year, month, day, hour, minute, second, offset };
}

/**
 * Converts the text of a time to a `Date` in whole seconds. The function does not use `Date.parse`: Go accepts offsets
 * of 24 hours or 60 minutes, but `Date.parse` rejects these offsets.
 */
function instantOf(text: string): Date {
  const { year, month, day, hour, minute, second, offset } = fieldsOf(text);
  const { sign, hours, minutes } = offset;
  const date = dateOf(year, month - 1, day);
  date.setUTCHours(hour - sign * hours, minute - sign * minutes, second);
  return date;
}

/**
 * Returns midnight of a day in UTC. `Date.UTC` is not used, because it adds 1900 to years below 100.
 *
 * @param month - the month from 0 (January) to 11
 */
function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

/** Returns a valid time in the form in which Go encodes it: in UTC, with whole seconds or with microseconds. */
export function canonicalTime(text: string, isMicro: boolean): string {
  const [, fraction = ''] = /[.,](\d+)/.exec(text) ?? [];
  const seconds = instantOf(text).toISOString().slice(0, 19);
  return isMicro ? `${seconds}.${fraction.slice(0, 6).padEnd(6, '0')}Z` : `${seconds}Z`;
}
