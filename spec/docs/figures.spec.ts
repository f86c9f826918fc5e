import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The limit of one measurement of the benchmark. */
interface Mark {
  readonly most?: number;
  readonly ofFloor?: number;
}
const marks = JSON.parse(read('spec/bench/marks.json')) as Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, Mark>>>>>
>;

/** Returns two cells of a table row in performance.md: the limit and the measured value. */
function rowOf(title: string): { readonly mark: string; readonly measured: string } {
  const line = read('docs/reference/performance.md')
    .split('\n')
    .find((text) => text.startsWith(`| ${title}`));
  if (line === undefined) throw new Error(`docs/reference/performance.md has no row “${title}”`);
  const [, , mark = '', measured = ''] = line.split('|').map((cell) => cell.trim());
  return { mark, measured };
}

const thousands = ({ most = Number.NaN }: Mark): string => `≤ ${most / 1_000} KB`;
const ratio = ({ ofFloor = Number.NaN }: Mark): string => `≤ ${ofFloor}`;
const limit =
  (unit = '') =>
  ({ most = Number.NaN }: Mark): string =>
    `≤ ${most}${unit}`;

describe('the marks in docs/reference/performance.md', () => {
  it.each([
    ['CPU time of the first sync of 50,000 pods ÷', ['pods', 'informer, fetch', 'syncCpu'], ratio],
    ['longest stall of the event loop', ['pods', 'informer, fetch', 'syncStall'], limit(' ms')],
    ['peak RSS ÷', ['pods', 'informer, fetch', 'peakRss'], ratio],
    ['heap per pod', ['pods', 'informer, fetch', 'heapPerObject'], thousands],
    ['CPU time per event ÷', ['pods', 'informer, fetch', 'eventCpu'], ratio],
    [
      'time per event for each further handler',
      ['stages', 'sharedIndexInformer', 'each further handler, up to 100'],
      limit(' µs'),
    ],
    [
      'time per event in the pipeline stages',
      ['stages', 'without reflect', '1 handler, main thread'],
      limit(' µs'),
    ],
    [
      'longest stall when 10,000 keys are requested',
      ['reconcile', 'reconcileByKey', 'requestedStall'],
      limit(' ms'),
    ],
    ['longest stall when 10,000 keys are due', ['reconcile', 'reconcileByKey', 'dueStall'], limit(' ms')],
    ['delay of a watch event meanwhile', ['reconcile', 'reconcileByKey', 'requestedLag'], limit(' ms')],
    ['CPU time of an empty run, 10,000', ['reconcile', 'reconcileByKey', 'laterRun'], limit(' µs')],
    ['heap per waiting key', ['reconcile', 'reconcileByKey', 'backoff'], limit(' B')],
    ['CPU time per pod event with a join ÷', ['joins', 'join', 'event50000'], ratio],
    ['CPU time per pod event with a join, 100,000', ['joins', 'join', 'growth'], limit()],
    ['CPU time of a node event', ['joins', 'join', 'nodeRatio50000'], limit()],
    ['CPU time of the longest task when a join', ['joins', 'join', 'task50000'], limit(' ms')],
    ['bundle of `{ informer }`', ['import size', 'ours', 'informer'], thousands],
    ['bundle of `{ informer, listWatch }`', ['import size', 'ours', 'informer, listWatch'], thousands],
    ['time from the import', ['cold start', 'informer, fetch', 'first request'], limit(' ms')],
  ] as const)('should be those of the benchmark: %s', (title, [scenario, contender, figure], textOf) => {
    const mark = marks[scenario]?.[contender]?.[figure];

    expect(rowOf(title).mark).toBe(textOf(mark ?? {}));
  });
});
