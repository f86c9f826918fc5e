import { inProcess } from '../in-process.ts';
import type { Temporary } from '../temporary.ts';
import { nightOf, scenarios } from './scenarios.ts';

export const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const statusesIn = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ phase }) => phase !== undefined && phase !== 'stopped')
    .map((status) => JSON.stringify({ ...status, hasSynced: undefined }))
    .filter((status, at, all) => status !== all[at - 1]); // omits a status if only `hasSynced` differs from the previous status

/**
 * Returns the statuses that a replay must print. If the recording ended during a retry delay, the recording does not
 * contain this delay, and the last status has no delay.
 */
const shown = (statuses: readonly string[], recording: string): readonly string[] =>
  recording.endsWith('"closed":true}}\n')
    ? statuses
    : statuses.map((status, at) =>
        at < statuses.length - 1 ? status : status.replace(/,"retryAt":\d+/, ''),
      );

/** The output of a replay (`is`), and the output of the command during the recording (`was`). */
export interface Replayed {
  readonly was: unknown;
  readonly is: unknown;
}

/** Records all scenarios for the given time. Replays the recordings at the given speed. */
export function replayedNights(
  folder: Temporary,
  speed: string,
  length: string,
): Promise<readonly Replayed[]> {
  const replays = Object.entries(scenarios).map(async ([name, script]): Promise<Replayed> => {
    const night = nightOf(script, length);
    const file = folder.write(name, night.text);
    const replay = inProcess(['replay', file, '--speed', speed, '-o', 'json']);
    const code = await replay.ended;
    return {
      was: {
        name,
        code: 0,
        changes: night.changes,
        statuses: shown(statusesIn(night.statuses), night.text),
      },
      is: {
        name,
        code,
        changes: linesOf(replay.output()),
        statuses: shown(statusesIn(linesOf(replay.errors())), night.text),
      },
    };
  });
  return Promise.all(replays);
}
