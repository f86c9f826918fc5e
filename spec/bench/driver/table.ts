import type { Column } from './column.ts';
import type { ScenarioResult } from './run-scenario.ts';
import { type Spread, summaries, type Summary } from './summary.ts';

/** A result for people: one table for each group of columns, a line for each contender. */
export function tableOf(result: ScenarioResult): string {
  const all = summaries(result);
  const run = all.filter(({ notRun }) => notRun === undefined);
  const { name, title, columns } = result.scenario;
  const groups = [...new Set(columns.map(({ group }) => group))];
  const first = Math.max(...all.map((one) => one.name.length), ...groups.map(({ length }) => length));
  const lines = [`── ${name}: ${title}`, ''];
  for (const group of groups) {
    const own = columns.filter((column) => column.group === group);
    const shown = own.filter(({ key }) => run.some(({ figures }) => key in figures));
    if (shown.length === 0) continue;
    const rows = [
      [group, ...shown.map((column) => `${column.title} ${column.unit}`.trim())],
      ...run.map((one) => [one.name, ...shown.map((column) => cell(one, column))]),
    ];
    lines.push(...aligned(rows, first), '');
  }
  for (const { name: who, notRun } of all) {
    if (notRun !== undefined) lines.push(`${who.padEnd(first)}  not run: ${notRun}`);
  }
  return lines.join('\n').trimEnd();
}

/** `1,234 0.87×±0.03`: the median, its ratio to the floor, and half of what the ratio spread. */
function cell({ figures, ratios }: Summary, { key, digits }: Column): string {
  const figure = figures[key];
  if (figure === undefined) return '–';
  const ratio = ratios[key];
  return grouped(figure.median, digits) + (ratio === undefined ? '' : ` ${ratioText(ratio)}`);
}

const ratioText = ({ median, p10, p90 }: Spread): string =>
  `${median.toFixed(2)}×±${((p90 - p10) / 2).toFixed(2)}`;

/** With a comma between thousands. */
const grouped = (value: number, digits: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function aligned(rows: readonly (readonly string[])[], first: number): readonly string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map(([name = '', ...cells]) =>
    [name.padEnd(first), ...cells.map((text, i) => text.padStart(widths[i + 1] ?? 0))].join('  '),
  );
}
