/** The members of Stryker's report that this code reads (mutation-testing-report-schema, version 2). */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

/** A mutation in Stryker's report, with its result. */
interface Mutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * A known mutation that does not change the behaviour of the code, with the reason. No spec can find such a mutation.
 */
export interface Equivalent {
  readonly file: string;
  /** The line with the mutation, without its indentation. */
  readonly line: string;
  readonly replacement: string;
  readonly reason: string;
}

/** Number of mutations, and number of mutations that the specs have found. */
export interface Score {
  readonly found: number;
  readonly all: number;
}

/** A mutation that no spec has found. */
interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly replacement: string;
}

/** The result of the mutation tests of one folder. */
export interface RoomResult {
  readonly room: Score;
  /** The score of the files in the folder that import RxJS. */
  readonly operators: Score;
  readonly survivors: readonly Survivor[];
  readonly equivalent: number;
}

/**
 * A mutation with the status `RuntimeError` counts as found: with the mutation, a spec file cannot be loaded, so Jest
 * would fail, too.
 */
const found: ReadonlySet<string> = new Set(['Killed', 'Timeout', 'RuntimeError']);
const missed: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

const isMissed = ({ status }: Mutant): boolean => missed.has(status);

/**
 * Counts the mutations in a report of Stryker. Ignores mutations that do not compile, and mutations that do not change
 * the behaviour.
 */
export function resultOf(report: Report, equivalents: readonly Equivalent[]): RoomResult {
  const room = { found: 0, all: 0 };
  const operators = { found: 0, all: 0 };
  const survivors: Survivor[] = [];
  let equivalent = 0;
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const scores = source.includes("from 'rxjs") ? [room, operators] : [room];
    const lines = source.split('\n');
    for (const mutant of mutants) {
      if (!found.has(mutant.status) && !isMissed(mutant)) continue;
      const survivor = survivorOf(file, lines, mutant);
      if (isMissed(mutant) && equivalents.some((one) => isSame(one, survivor))) {
        equivalent++;
        continue;
      }
      for (const score of scores) {
        score.all++;
        if (found.has(mutant.status)) score.found++;
      }
      if (isMissed(mutant)) survivors.push(survivor);
    }
  }
  return { room, operators, survivors, equivalent };
}

/** Returns the places of the mutations that no spec has found, in the format of Stryker's option `mutate`. */
export function survivingPlaces(report: Report, equivalents: readonly Equivalent[]): readonly string[] {
  const places = Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return (
      mutants
        .filter(isMissed)
        .filter((mutant) => !equivalents.some((one) => isSame(one, survivorOf(file, lines, mutant))))
        // Stryker counts columns from 1 in reports, but from 0 in the option `mutate`.
        .map(
          ({ location: { start, end } }) =>
            `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
        )
    );
  });
  return [...new Set(places)];
}

/** Merges two reports of Stryker. If a mutation is in both reports, the result of the later report counts. */
export function merged(report: Report, later: Report): Report {
  const files = Object.entries(report.files).map(([file, { source, mutants }]) => {
    const tried = new Map(later.files[file]?.mutants.map((mutant) => [nameOf(mutant), mutant]));
    return [file, { source, mutants: mutants.map((mutant) => tried.get(nameOf(mutant)) ?? mutant) }];
  });
  return { files: Object.fromEntries(files) as Report['files'] };
}

const nameOf = ({ location, replacement }: Mutant): string => JSON.stringify([location, replacement]);

function survivorOf(file: string, lines: readonly string[], { location, replacement }: Mutant): Survivor {
  const { line } = location.start;
  return { file, line, text: lines[line - 1]?.trim() ?? '', replacement: replacement ?? '' };
}

const isSame = (one: Equivalent, { file, text, replacement }: Survivor): boolean =>
  one.file === file && one.line === text && one.replacement === replacement;

/** The share of found mutations in percent. 100 if there are no mutations. */
export const percent = ({ found: count, all }: Score): number => (all === 0 ? 100 : (100 * count) / all);
