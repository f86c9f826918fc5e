import type { InformerInspection } from '../../../inspect/index.ts';
import { oneLine } from '../../lines/one-line.ts';
import { short } from '../../lines/short.ts';
import { humanDuration } from '../../live/machine/human-duration.ts';
import { fitted, widthOf } from '../../live/machine/text-width.ts';

interface Row {
  /** The blanks before the name: two for each level of the inputs. */
  readonly indent: string;
  readonly name: string;
  readonly inspection: InformerInspection;
}

interface Column {
  readonly heading: string;
  readonly text: (row: Row) => string;
}

const columns: readonly Column[] = [
  { heading: 'NAME', text: ({ name }) => name },
  { heading: 'PHASE', text: ({ inspection }) => phaseOf(inspection) },
  { heading: 'SYNCED', text: ({ inspection }) => (inspection.reflector.hasSynced ? 'yes' : 'no') },
  { heading: 'OBJECTS', text: ({ inspection }) => String(inspection.store.objects) },
  { heading: 'FRAME', text: ({ inspection }) => ageText(inspection.reflector.frameAge) },
  { heading: 'QUEUE', text: ({ inspection }) => String(inspection.queue.pending) },
  { heading: 'SUBSCRIBERS', text: ({ inspection }) => String(inspection.delivery.subscribers) },
  { heading: 'BUFFERED', text: ({ inspection }) => String(bufferedIn(inspection)) },
  { heading: 'OLDEST', text: ({ inspection }) => oldestIn(inspection) },
];

/** Formats the states of informers: a table with a line for each informer, and then the last errors. */
export function inspectionLines(
  inspections: Readonly<Record<string, InformerInspection>>,
): readonly string[] {
  const rows = Object.entries(inspections).flatMap(([name, inspection]) => rowsOf(name, inspection, ''));
  if (rows.length === 0) return ['the program has no informers in the options of operations()'];
  return [...tableOf(rows), ...errorLines(rows)];
}

/** Returns the rows of an informer and of its inputs, with the inputs indented. */
function rowsOf(name: string, inspection: InformerInspection, indent: string): readonly Row[] {
  const { inputs = [] } = inspection;
  return [
    { indent, name, inspection },
    ...inputs.flatMap((input) => rowsOf(input.name, input, `${indent}  `)),
  ];
}

function tableOf(rows: readonly Row[]): readonly string[] {
  const cells = columns.map(({ heading, text }, at) => [
    heading,
    ...rows.map((row) => `${at === 0 ? row.indent : ''}${cellText(text(row))}`),
  ]);
  const widths = cells.map((texts) => Math.max(...texts.map((text) => widthOf(text))));
  return ['', ...rows].map((_, nth) =>
    cells
      .map((texts, at) => fitted(texts[nth] ?? '', widths[at] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}

/** The answer can contain line feeds, which would forge a row, and characters that control the terminal. */
const cellText = (text: string): string => short(oneLine(text), longestCell);

function errorLines(rows: readonly Row[]): readonly string[] {
  const lines = rows.flatMap(({ name, inspection }) =>
    inspection.errors.map(({ age, failure, message }) =>
      short(
        oneLine(`${short(name, longestCell)}: ${humanDuration(age)} ago, ${failure}: ${message}`),
        longestError,
      ),
    ),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

const longestCell = 60;
const longestError = 400;

function phaseOf({ reflector: { phase, retryIn, attempt, received, disabled } }: InformerInspection): string {
  if (disabled === true) return 'stopped (disabled)';
  if (phase === 'waiting') return `waiting ${humanDuration(retryIn ?? 0)} (failure ${attempt ?? 1})`;
  return phase === 'listing' ? `listing ${received ?? 0}` : phase;
}

const bufferedIn = ({ delivery: { buffers } }: InformerInspection): number =>
  buffers.reduce((sum, { pending }) => sum + pending, 0);

function oldestIn({ delivery: { buffers } }: InformerInspection): string {
  const ages = buffers.filter(({ pending }) => pending > 0).map(({ age }) => age);
  return ages.length === 0 ? '-' : humanDuration(Math.max(...ages));
}

const ageText = (age: number | null): string => (age === null ? '-' : humanDuration(age));
