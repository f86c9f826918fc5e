/** The layouts of Go's `time` package that the API reads times by, an element at a time. */
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

/** Why Go cannot read a text as a time, in its words; `undefined` when it can. */
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

function outOfRange(text: string): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text
    .split(/[-T:.,Z+]/)
    .map(Number);
  if (month < 1 || month > 12) return 'month';
  if (hour > 23) return 'hour';
  if (minute > 59) return 'minute';
  if (second > 59) return 'second';
  return day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate() ? 'day' : undefined;
}

/** A time that can be read, as Go writes it: in UTC, in whole seconds or in microseconds. */
export function canonicalTime(text: string, isMicro: boolean): string {
  const [, fraction = ''] = /[.,](\d+)/.exec(text) ?? [];
  const seconds = new Date(text.replace(/[.,]\d+/, '')).toISOString().slice(0, 19);
  return isMicro ? `${seconds}.${fraction.slice(0, 6).padEnd(6, '0')}Z` : `${seconds}Z`;
}
