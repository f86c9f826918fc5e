import { type Cell, faults, type Row, type State, states } from './cell.ts';

const begin = '<!-- cells: npm run suite -- faults:table -->';
const end = '<!-- /cells -->';

type Cells = Readonly<
  Partial<Record<State, Pick<Row, 'opening'> & { readonly cells: Partial<Row['cells']> }>>
>;

/** Returns the combinations that have no expected behaviour, each as `state × fault`. */
export function missingIn(cells: Cells): readonly string[] {
  return states.flatMap((state) =>
    faults.filter((fault) => cells[state]?.cells[fault] === undefined).map((fault) => `${state} × ${fault}`),
  );
}

/** Returns a Markdown table with a row for each fault and a column for each state. */
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

/** Returns the page with the table between its two markers. */
export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the page has no \`${begin}\` followed by \`${end}\``);
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}

/**
 * Returns the text of a table cell: the failure class of the first status, and the description. Without a failure, the
 * text contains the reason.
 */
function wordsOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if ('cannot' in cell) return `cannot occur: ${cell.cannot}`;
  const [, failure] = /waiting (\w+)/.exec(cell.statuses.join('\n')) ?? [];
  if (failure !== undefined) return `\`${failure}\`: ${cell.outcome}`;
  return cell.quiet === undefined ? cell.outcome : `${cell.outcome} (no failure is reported: ${cell.quiet})`;
}
