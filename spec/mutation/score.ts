/** What is read of Stryker's report (mutation-testing-report-schema, version 2). */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

/** One mutation, and what became of it. */
interface Mutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A mutation that no spec can tell from the original, and why. */
export interface Equivalent {
  readonly file: string;
  /** The line that is mutated, without its indentation. */
  readonly line: string;
  readonly replacement: string;
  readonly reason: string;
}

/** How many mutations of some files the specs find. */
export interface Score {
  readonly found: number;
  readonly all: number;
}

/** A mutation that no spec finds. */
interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly replacement: string;
}

/** What Stryker says of a room. */
export interface RoomResult {
  readonly room: Score;
  /** Of the files that import RxJS. */
  readonly operators: Score;
  readonly survivors: readonly Survivor[];
  readonly equivalent: number;
}

/** `RuntimeError` is a spec file that cannot be loaded: Jest fails it too. */
const found: ReadonlySet<string> = new Set(['Killed', 'Timeout', 'RuntimeError']);
const missed: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

const isMissed = ({ status }: Mutant): boolean => missed.has(status);

/** Counts a report of Stryker's; what is equivalent is left out, what does not compile too. */
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

/** Where the mutations stand that no spec has found, as Stryker takes places. */
export function survivingPlaces(report: Report, equivalents: readonly Equivalent[]): readonly string[] {
  const places = Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return (
      mutants
        .filter(isMissed)
        .filter((mutant) => !equivalents.some((one) => isSame(one, survivorOf(file, lines, mutant))))
        // Stryker counts columns from 1 in reports, and from 0 in places.
        .map(
          ({ location: { start, end } }) =>
            `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
        )
    );
  });
  return [...new Set(places)];
}

/** A report with what a later one says of the same mutations. */
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

/** In percent; 100 where there is nothing to find. */
export const percent = ({ found: count, all }: Score): number => (all === 0 ? 100 : (100 * count) / all);
