import { type Cell, faults, type Row, type State, states } from './cell.ts';

const begin = '<!-- cells: npm run suite -- faults:table -->';
const end = '<!-- /cells -->';

type Cells = Readonly<
  Partial<Record<State, Pick<Row, 'opening'> & { readonly cells: Partial<Row['cells']> }>>
>;

/** Returns the missing cells as `state × fault`. */
export function missingIn(cells: Cells): readonly string[] {
  return states.flatMap((state) =>
    faults.filter((fault) => cells[state]?.cells[fault] === undefined).map((fault) => `${state} × ${fault}`),
  );
}

/** Returns a table with a row for each fault and a column for each state. */
export function tableOf(cells: Cells): string {
  const lines = [
    ['fault', ...states],
    ['---', ...states.map(() => '---')],
    ...faults.map((fault) => [
      `**${fault}**`,
      ...states.map((state) => wordsOf(cells[state]?.cells[fault]).replaceAll('|', '\\|')),
    ]),
  ];
  return ['<!-- prettier-ignore -->', ...lines.map((line) => `| ${line.join(' | ')} |`)].join('\n');
}

/** Returns the page with this table between its markers. */
export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the page has no \`${begin}\` followed by \`${end}\``);
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}

/** Returns the failure class of the first status and the outcome, with the reason if there is no failure. */
function wordsOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if ('cannot' in cell) return `cannot occur: ${cell.cannot}`;
  const [, failure] = /waiting (\w+)/.exec(cell.statuses.join('\n')) ?? [];
  if (failure !== undefined) return `\`${failure}\`: ${cell.outcome}`;
  return cell.quiet === undefined ? cell.outcome : `${cell.outcome} (no failure is reported: ${cell.quiet})`;
}
