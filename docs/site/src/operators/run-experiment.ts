import { emissionsOf, marbleScheduler } from 'rx-informer/testing';
import { type Line, parseLine } from '../marbles/diagram.ts';
import type { Experiment } from './experiments.ts';

/** Duration of an experiment in frames (ms). Later values are not drawn. */
const duration = 5_000;

/**
 * Runs an operator experiment in virtual time. Returns its inputs and its output as lines of a marble diagram.
 *
 * @throws Error for marbles that RxJS refuses
 */
export function runExperiment(
  { inputs, run }: Experiment,
  given: Readonly<Record<string, string>>,
  options: Readonly<Record<string, string>>,
): readonly Line[] {
  const lines = Object.keys(inputs).map((label) => parseLine(label, given[label] ?? ''));
  const seen = marbleScheduler().run(({ cold, flush }) => {
    const emissions = emissionsOf(run(cold, given, options), `^ ${duration}ms !`);
    flush();
    return emissions;
  });
  const moments = seen.emissions.map(({ frame, notification }) => {
    if (notification.kind === 'N') return { frame, kind: 'value' as const, text: notification.value };
    return { frame, kind: notification.kind === 'C' ? ('complete' as const) : ('error' as const), text: '' };
  });
  const end = Math.max(...lines.map((line) => line.end), ...moments.map(({ frame }) => frame));
  return [...lines, { label: 'output', moments, end }];
}
