import type { Outcome } from './fault-case.ts';

/** The results of one fault for each library: without a restart, and with a restart in the `error` callback. */
export interface Row {
  readonly title: string;
  readonly cells: readonly { readonly plain: Outcome; readonly restart: Outcome }[];
}

/** Formats the table for a terminal. Each fault has several lines. */
export function textTable(names: readonly string[], rows: readonly Row[]): string {
  const width = Math.max(...names.map((name) => name.length)) + ', with restart'.length;
  const lines = (row: Row): string[] =>
    row.cells.flatMap(({ plain, restart }, i) => [
      `  ${mark(plain)} ${(names[i] ?? '').padEnd(width)}  ${plain.text}`,
      `  ${mark(restart)} ${`${names[i] ?? ''}, with restart`.padEnd(width)}  ${restart.text}`,
    ]);
  return rows.map((row) => [row.title, ...lines(row)].join('\n')).join('\n\n');
}

const mark = ({ right }: Outcome): string => (right ? ' ' : '!');

/**
 * Formats the table for a Markdown page. Unexpected results are bold. The table shows a result with a restart only if
 * its text differs from the result without a restart. Different numbers do not count.
 */
export function markdownTable(names: readonly string[], rows: readonly Row[]): string {
  const text = ({ text: words, right }: Outcome): string => {
    const safe = words.replaceAll('|', '\\|');
    return right ? safe : `**${safe}**`;
  };
  const said = ({ text: words, right }: Outcome): string => `${right} ${words.replace(/[\d.]+/g, '#')}`;
  const cell = ({ plain, restart }: Row['cells'][number]): string =>
    said(plain) === said(restart) ? text(plain) : `${text(plain)}; with a restart: ${text(restart)}`;
  const table = [
    ['fault', ...names],
    ['---', ...names.map(() => '---')],
    ...rows.map(({ title, cells }) => [title, ...cells.map(cell)]),
  ];
  return ['<!-- prettier-ignore -->', ...table.map((line) => `| ${line.join(' | ')} |`)].join('\n');
}
