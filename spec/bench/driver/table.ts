import type { Column } from './column.ts';
import type { ScenarioResult } from './run-scenario.ts';
import { type Spread, summaries, type Summary } from './summary.ts';

/** Formats the result of a scenario as text. Each group of columns is one table. Each measured program is one row. */
export function tableOf(result: ScenarioResult): string {
  const all = summaries(result);
  const run = all.filter(({ notRun, figures }) => notRun === undefined || Object.keys(figures).length > 0);
  const { name, title, columns } = result.scenario;
  const groups = [...new Set(columns.map(({ group }) => group))];
  const first = Math.max(...all.map((one) => one.name.length), ...groups.map(({ length }) => length));
  const lines = [`── ${name}: ${title}`, ''];
  for (const group of groups) {
    const own = columns.filter((column) => column.group === group);
    const shown = own.filter(({ key }) => run.some(({ figures }) => key in figures));
    if (shown.length === 0) continue;
    const names = [group, ...run.map((one) => one.name)].map((text) => text.padEnd(first));
    const cells = shown.map((column) => columnOf(column, run));
    lines.push(...names.map((text, row) => [text, ...cells.map((rows) => rows[row] ?? '')].join('   ')), '');
  }
  for (const { name: who, notRun } of all) {
    if (notRun !== undefined) lines.push(`${who.padEnd(first)}   not run: ${notRun}`);
  }
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

/**
 * Returns the texts of one table column: the title, and a text such as `1,234 0.87×±0.03` for each measured program.
 * The text contains the median, the ratio to the baseline program, and half of the spread of the ratio.
 */
function columnOf({ key, title, unit, digits }: Column, run: readonly Summary[]): readonly string[] {
  const values = run.map(({ figures }) => figures[key] && grouped(figures[key].median, digits));
  const ratios = run.map(({ ratios: { [key]: ratio } }) => (ratio === undefined ? '' : ratioText(ratio)));
  const widest = (texts: readonly (string | undefined)[]): number =>
    Math.max(...texts.map((text = '') => text.length));
  const room = widest(ratios) === 0 ? 0 : 1 + widest(ratios);
  const cells = values.map(
    (value = '–', row) => value.padStart(widest(values)) + ` ${ratios[row] ?? ''}`.trimEnd().padEnd(room),
  );
  const head = `${title} ${unit}`.trim();
  const width = Math.max(head.length, widest(cells));
  return [head, ...cells].map((text) => text.padStart(width));
}

const ratioText = ({ median, p10, p90 }: Spread): string =>
  `${median.toFixed(2)}×±${((p90 - p10) / 2).toFixed(2)}`;

/** Formats a number with commas between thousands. */
const grouped = (value: number, digits: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
