/**
 * For each numbered behaviour of client-go, finds out whether a spec tests the behaviour, or whether a table row of the
 * documentation explains that this library behaves differently.
 */
import ts from 'typescript';

const notHere = /^##? What is not here/;

/** Finds the numbers of behaviours in a text, each number once: `B7`, and ranges such as `B24–B26` or `B24–26`. */
export function numbersIn(text) {
  const numbers = [...text.matchAll(/\bB(\d+)(?:\s?[–-]\s?B?(\d+))?\b/g)].flatMap(([, from, to = from]) =>
    Array.from({ length: Math.max(Number(to) - Number(from) + 1, 1) }, (_, index) => Number(from) + index),
  );
  return [...new Set(numbers)];
}

/** Finds the titles in a spec file: the titles of `describe`, `it` and `.each`. Omits skipped tests. */
export function titlesIn(source) {
  const titles = [];
  visit(ts.createSourceFile('spec.ts', source, ts.ScriptTarget.Latest, true));
  return titles;

  function visit(node) {
    if (ts.isCallExpression(node)) {
      const each = node.expression;
      const called = ts.isCallExpression(each)
        ? each.expression
        : ts.isTaggedTemplateExpression(each)
          ? each.tag
          : each;
      const [title] = node.arguments;
      if (title && /^(?:it|test|describe)(?:\.each|\.only)*$/.test(called.getText())) {
        if (/\.(?:skip|todo|failing)/.test(called.getText())) return;
        if (ts.isStringLiteralLike(title)) titles.push(title.text);
        else if (ts.isTemplateExpression(title)) titles.push(title.getText());
      }
    }
    ts.forEachChild(node, visit);
  }
}

/**
 * Returns the table rows of a page, each with its cells. `within` is true for rows in the chapter "What is not here".
 */
function rowsOf(page) {
  let within = false;
  return page.split('\n').flatMap((line) => {
    if (/^##? /.test(line)) within = notHere.test(line);
    if (!line.startsWith('|') || /^[|\s:-]+$/.test(line)) return [];
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    return [{ cells: cells.map((cell) => cell.trim()), within }];
  });
}

/**
 * Finds the spec or the table row that covers each behaviour in `list`. `list` is a page with one numbered behaviour
 * in the first cell of each row.
 *
 * A table row of `pages` explains deviations from two groups of behaviours: the behaviours in its first cell, and the
 * behaviours after the word `against` in its last cell. The row must give a reason. If a row only mentions the number
 * of a behaviour, as in "the same (B7)", the row does not cover the behaviour.
 */
export function countBehaviours({ list, titles, pages }) {
  const listed = rowsOf(list).flatMap(({ cells }) => (/^B\d+$/.test(cells[0]) ? numbersIn(cells[0]) : []));
  const known = new Set(listed);
  const against = /\bagainst B\d+(?:(?:, | and |[–-])B?\d+)*/g;
  const cited = new Set(titles.flatMap((title) => numbersIn(title.replace(against, ''))));
  const opposed = new Set(titles.flatMap((title) => numbersIn((title.match(against) ?? []).join(' '))));
  const rows = pages.flatMap(rowsOf).filter(({ cells }) => cells.at(-1) !== '');
  const decidedBy = (row) => [
    ...numbersIn(row.cells[0]),
    ...[...row.cells.at(-1).matchAll(/\bagainst (B\d+(?:(?:, | and |[–-])B?\d+)*)/g)].flatMap(([, text]) =>
      numbersIn(text),
    ),
  ];
  const deciding = rows.filter((row) => !row.within && decidedBy(row).length > 0);
  const decided = new Set(deciding.flatMap(decidedBy));
  const absent = new Set(rows.filter(({ within }) => within).flatMap(decidedBy));
  const named = new Set([...cited, ...opposed, ...pages.flatMap(numbersIn)]);

  // A spec and a table row may name the same behaviour, because the spec may test the deviation that the row explains.
  // Then only the row counts.
  const kept = (number) =>
    decided.has(number) ? 'decided' : absent.has(number) ? 'absent' : cited.has(number) ? 'cited' : 'missing';
  const numbers = [...known].sort((a, b) => a - b);
  const only = (wanted) => numbers.filter((number) => kept(number) === wanted);
  return {
    cited: only('cited'),
    decided: only('decided'),
    absent: only('absent'),
    missing: only('missing'),
    unknown: [...named].filter((number) => !known.has(number)).sort((a, b) => a - b),
    /**
     * The table rows that explain a deviation without a numbered reason, each row by its first cell. A numbered reason
     * is a quirk (Q), a decision (D), a guarantee (G) or a server response (P).
     */
    unfounded: deciding
      .filter(({ cells }) => !/\b[DGPQ]\d+\b/.test(cells.join(' ')))
      .map(({ cells }) => cells[0]),
    /** The behaviours that the title of a spec contradicts with the word `against`, but that no table row explains. */
    undecided: [...opposed].filter((number) => !decided.has(number)).sort((a, b) => a - b),
    twice: listed.filter((number, index) => listed.indexOf(number) !== index),
  };
}
