import { inProcess } from '../in-process.ts';
import type { Temporary } from '../temporary.ts';
import { nightOf, scenarios } from './scenarios.ts';

export const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const statusesIn = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ phase }) => phase !== undefined && phase !== 'stopped')
    .map((status) => JSON.stringify({ ...status, hasSynced: undefined }))
    .filter((status, at, all) => status !== all[at - 1]); // this status occurs again when the first list is complete

/**
 * Leaves out the last retry delay if the recording ends during the delay, because the delay is then not in the
 * recording.
 */
const shown = (statuses: readonly string[], recording: string): readonly string[] =>
  recording.endsWith('"closed":true}}\n')
    ? statuses
    : statuses.map((status, at) =>
        at < statuses.length - 1 ? status : status.replace(/,"retryAt":\d+/, ''),
      );

/** The output of a replay, and the output of the command during the recording. */
export interface Replayed {
  readonly was: unknown;
  readonly is: unknown;
}

/** Replays the recordings of all scenarios with the given length, at the given speed. */
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
