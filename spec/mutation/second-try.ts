import type { Mutant, Report } from './score.ts';
import { isMissed } from './score.ts';

/** The lines of the mutations that a report says nothing finds, as Stryker's `mutate` names them. */
export function linesOf({ files }: Report): readonly string[] {
  const lines = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.filter(isMissed).map(({ location: { start, end } }) => `${file}:${start.line}-${end.line}`),
  );
  return [...new Set(lines)];
}

/** The first report, with what the second one finds of the same mutations. */
export function foundByEither(first: Report, second: Report): Report {
  const files = Object.entries(first.files).map(([file, { source, mutants }]) => {
    const again = new Map(second.files[file]?.mutants.map((mutant) => [nameOf(mutant), mutant]));
    return [
      file,
      { source, mutants: mutants.map((one) => (isMissed(one) ? (again.get(nameOf(one)) ?? one) : one)) },
    ] as const;
  });
  return { files: Object.fromEntries(files) };
}

const nameOf = ({ location: { start, end }, replacement }: Mutant): string =>
  [start.line, start.column, end.line, end.column, replacement].join(' ');
