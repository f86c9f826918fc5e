import type { InformerInspection, InputReference, NamedInspection } from '../../../inspect/index.ts';
import { oneLine } from '../../lines/one-line.ts';
import { short } from '../../lines/short.ts';
import { humanDuration } from '../../live/machine/human-duration.ts';
import { fitted, widthOf } from '../../live/machine/text-width.ts';

/** A row of the table. */
interface Row {
  /** The cell NAME, with two blanks for each level of the inputs. */
  readonly name: string;
  /** The names of the informer, its input and so on, joined by `/`. */
  readonly path: string;
  /** The state, or the text of the cell PHASE if the row has no state. */
  readonly state: InformerInspection | string;
}

interface Column {
  readonly heading: string;
  readonly text: (inspection: InformerInspection) => string;
}

/** The columns after NAME. */
const columns: readonly Column[] = [
  { heading: 'PHASE', text: phaseOf },
  { heading: 'SYNCED', text: ({ reflector }) => (reflector.hasSynced ? 'yes' : 'no') },
  { heading: 'OBJECTS', text: ({ store }) => String(store.objects) },
  { heading: 'FRAME', text: ({ reflector }) => ageText(reflector.frameAge) },
  { heading: 'QUEUE', text: ({ queue }) => String(queue.pending) },
  { heading: 'SUBSCRIBERS', text: ({ delivery }) => String(delivery.subscribers) },
  { heading: 'BUFFERED', text: bufferedIn },
  { heading: 'OLDEST', text: oldestIn },
];

/** Formats the states of informers: a table with a line for each informer, and then the last errors. */
export function inspectionLines(
  inspections: Readonly<Record<string, InformerInspection>>,
): readonly string[] {
  const rows = Object.entries(inspections).flatMap(([name, inspection]) =>
    rowsOf({ name, ...inspection }, name, []),
  );
  if (rows.length === 0) return ['the program has no informers in the options of operations()'];
  return [...tableOf(rows), ...errorLines(rows)];
}

/**
 * Returns the rows of an informer and of its inputs.
 *
 * @param path - the names of the informers whose inputs lead to this informer, from the top
 */
function rowsOf(
  input: NamedInspection | InputReference,
  top: string,
  path: readonly string[],
): readonly Row[] {
  const indent = '  '.repeat(path.length);
  const names = [...path, input.name];
  const row = { name: `${indent}${cellText(input.name)}`, path: pathText(names) };
  if ('sameAs' in input) return [{ ...row, state: cellText(`same as ${pathText([top, input.sameAs])}`) }];
  const { inputs = [] } = input;
  const shown = inputs.length > mostInputs ? healthyLast(inputs).slice(0, mostInputs) : inputs;
  const hidden = inputs.length - shown.length;
  return [
    { ...row, state: input },
    ...shown.flatMap((one) => rowsOf(one, top, names)),
    ...(hidden > 0 ? [{ name: `${indent}  … ${hidden} more`, path: '', state: '' }] : []),
  ];
}

/** Moves the inputs in the phase `watching` behind the other inputs. */
function healthyLast(
  inputs: readonly (NamedInspection | InputReference)[],
): readonly (NamedInspection | InputReference)[] {
  const isHealthy = (input: NamedInspection | InputReference): boolean =>
    'sameAs' in input || input.reflector.phase === 'watching';
  return [...inputs.filter((input) => !isHealthy(input)), ...inputs.filter(isHealthy)];
}

function tableOf(rows: readonly Row[]): readonly string[] {
  const lines = [['NAME', ...columns.map(({ heading }) => heading)], ...rows.map(cellsOf)];
  const widths = ['NAME', ...columns].map((_, at) =>
    Math.max(...lines.map((cells) => widthOf(cells[at] ?? ''))),
  );
  return lines.map((cells) =>
    widths
      .map((width, at) => fitted(cells[at] ?? '', width))
      .join('   ')
      .trimEnd(),
  );
}

function cellsOf({ name, state }: Row): readonly string[] {
  if (typeof state === 'string') return [name, state];
  return [name, ...columns.map(({ text }) => cellText(text(state)))];
}

/** The answer can contain line feeds, which would forge a row, and characters that control the terminal. */
const cellText = (text: string): string => short(oneLine(text), longestCell);
const pathText = (names: readonly string[]): string => names.map(cellText).join('/');

function errorLines(rows: readonly Row[]): readonly string[] {
  const lines = rows.flatMap(({ path, state }) =>
    typeof state === 'string'
      ? []
      : Array.from(agesByText(state), ([text, ages]) => {
          const last = `${humanDuration(Math.min(...ages))} ago`;
          const times = ages.length === 1 ? last : `×${ages.length}, last ${last}`;
          return short(oneLine(`${path}: ${times}, ${text}`), longestError);
        }),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Returns the ages of the errors of an informer by their texts, because a failure often repeats. */
function agesByText({ errors }: InformerInspection): ReadonlyMap<string, readonly number[]> {
  const ages = new Map<string, number[]>();
  for (const { age, failure, message } of errors) {
    const text = `${failure}: ${message}`;
    const others = ages.get(text) ?? [];
    others.push(age);
    ages.delete(text); // the order of the texts is the order of their last errors
    ages.set(text, others);
  }
  return ages;
}

const longestCell = 60;
const longestError = 400;
/** The maximum number of rows for the inputs of one informer. A set can have thousands of members. */
const mostInputs = 50;

function phaseOf({ reflector: { phase, retryIn, attempt, received, disabled } }: InformerInspection): string {
  if (disabled === true) return 'stopped (disabled)';
  if (phase === 'waiting') return `waiting ${humanDuration(retryIn ?? 0)} (failure ${attempt ?? 1})`;
  return phase === 'listing' ? `listing ${received ?? 0}` : phase;
}

function bufferedIn({ delivery: { buffers } }: InformerInspection): string {
  return String(buffers.reduce((sum, { pending }) => sum + pending, 0));
}

function oldestIn({ delivery: { buffers } }: InformerInspection): string {
  const ages = buffers.filter(({ pending }) => pending > 0).map(({ age }) => age);
  return ages.length === 0 ? '-' : humanDuration(Math.max(...ages));
}

const ageText = (age: number | null): string => (age === null ? '-' : humanDuration(age));
