import { catchError, defer, finalize, from, type Observable, switchMap, throwError } from 'rxjs';
import { RecordingError } from '../../recording/index.ts';
import { CommandError } from '../command-error.ts';
import { jsonNotice } from '../follow/json-reporter.ts';
import type { Host } from '../output/host.ts';
import { streamOutput } from '../output/stream-output.ts';
import { fileLines } from '../recording/file-lines.ts';
import { createRecordedProgress } from '../recording/machine/recorded-progress.ts';
import { replayAtSpeed } from '../recording/replay-at-speed.ts';
import { type RecordedClock, recordedClock } from '../recording/recorded-clock.ts';
import { type FeedListener, recordingFeed } from '../recording/recording-feed.ts';
import { showReplay } from '../recording/show-replay.ts';
import type { ReplayRequest } from './request.ts';

/** Runs `rx-informer replay`: writes the changes of a recording in the format of `watch`. */
export function replay({ file, speed, output: format }: ReplayRequest, host: Host): Observable<never> {
  return defer(() => {
    const notice = format === 'json' ? (text: string) => jsonNotice(undefined, text) : undefined;
    const output = streamOutput(host, notice);
    const lines = fileLines(file);
    let clock: RecordedClock | undefined;
    const recorded = createRecordedProgress(() => clock?.now ?? 0);
    const listener: FeedListener = {
      upcoming: (request) => recorded.upcoming(request),
      line: (line, isLast) => {
        recorded.line(line, isLast);
        if (line.kind === 'request' && clock !== undefined && line.time - clock.now < soon) {
          clock.advanceTo(line.time);
        }
      },
    };
    return from(recordingFeed(lines, listener)).pipe(
      switchMap((feed) => {
        clock = recordedClock(feed.time);
        return replayAtSpeed(
          { clock, speed, next: () => feed.next(), full: () => output.full() },
          (read, pause) => showReplay(read, { file, feed, recorded, format, output, pause }),
        );
      }),
      catchError((error: unknown) => throwError(() => problemOf(file, error))),
      finalize(() => lines.close()),
    );
  });
}

/**
 * If the next request begins in less than this time, in ms, the replay does not wait. The clock advances to
 * the start of that request, because no event happens before that start.
 */
const soon = 1_000;

/** Adds the name of the file to a RecordingError, because the error does not contain the name. */
function problemOf(file: string, error: unknown): unknown {
  if (!(error instanceof RecordingError)) return error;
  if (error.cause instanceof CommandError) return error.cause;
  return new CommandError(`${file}: ${error.message}`, { cause: error });
}
