import {
  catchError,
  EMPTY,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  Subject,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import { processorListener } from '../../delivery/index.ts';
import { type Informer, informer } from '../../informer/index.ts';
import type { KubeObject } from '../../objects/index.ts';
import { RecordingError, replayListerWatcher } from '../../recording/index.ts';
import { reflect, type ReflectorStatus, type WaitingStatus } from '../../reflector/index.ts';
import { CommandError } from '../command-error.ts';
import { jsonReporter } from '../follow/json-reporter.ts';
import { shallowSource } from '../follow/shallow-source.ts';
import { tableReporter } from '../follow/table-reporter.ts';
import { objectCount } from '../machine/object-count.ts';
import type { Output } from '../output/output.ts';
import { withCancelDetection } from './cancel-detection.ts';
import type { RecordedProgress } from './machine/recorded-progress.ts';
import type { Pause } from './replay-at-speed.ts';
import { maxStages, type RecordingFeed } from './recording-feed.ts';

/** Options of {@link showReplay}. */
export interface ShowReplayOptions {
  /** The name of the recording, for error messages. */
  readonly file: string;
  readonly feed: RecordingFeed;
  readonly recorded: RecordedProgress;
  readonly format: 'table' | 'json';
  readonly output: Output;
  /**
   * Returns whether to continue in a timer, because the event loop must run, or because the reader of the output must
   * read first.
   */
  readonly pause: Pause;
}

/**
 * Replays the lines on the clock of RxJS, and writes the changes and the statuses of the collection. Errors if the
 * lines end in the middle of a request.
 */
export function showReplay(
  lines: AsyncIterable<string>,
  { file, feed, recorded, format, output, pause }: ShowReplayOptions,
): Observable<never> {
  const { resource } = feed;
  const reporter = format === 'json' ? jsonReporter(output) : tableReporter(output);
  const full = (): Observable<unknown> | undefined => (pause() ? timer(0) : undefined);

  const statuses = new Subject<ReflectorStatus>();
  const lost = new Subject<never>();
  const over = new Subject<void>();
  let end: unknown;
  const source = withCancelDetection(shallowSource(replayListerWatcher(lines)), () => {
    if (!recorded.wasCancelled) lost.error(givenUpEarlier());
  });
  const events$ = reflect(source, {
    ...recorded.options,
    isFatal: ({ error }: WaitingStatus) => error instanceof RecordingError,
    status: {
      next: (status) => {
        recorded.status(status);
        statuses.next(status);
        // The recording does not contain the retry delay after this failure, because the recording ended before the
        // retry.
        if (status.phase === 'waiting' && recorded.isOver) over.next();
      },
    },
  }).pipe(
    catchError((error: unknown) => {
      end = error;
      return EMPTY; // the error is thrown later, when all earlier changes are written
    }),
    takeUntil(over),
  );
  const followed: Informer<KubeObject> = informer(events$);
  const ended = new Subject<void>();
  const written$ = followed.store.batches$.pipe(
    processorListener<KubeObject>({ onAdd: full, onUpdate: full, onDelete: full }),
    tap({
      next: (change) => reporter.change(resource, change, output),
      complete: () => {
        if (end !== undefined && !isEnd(end)) throw end as Error;
        if (!feed.hasRequests) throw withoutRequests(file, feed.stages);
        if (recorded.isTruncated) throw brokenOff();
        output.report(
          reporter.notice(resource, `the recording ends here, ${objectCount(followed.store.size)}`),
        );
      },
    }),
    finalize(() => ended.next()),
  );
  const reported$ = statuses.pipe(
    map((status) => ({ ...status, hasSynced: followed.store.hasSynced })),
    reporter.statuses(resource, () => followed.store.size),
    tap((line) => output.report(line)),
    takeUntil(ended),
  );
  return merge(reported$, written$, lost.pipe(takeUntil(ended))).pipe(ignoreElements());
}

const isEnd = (error: unknown): boolean => error instanceof RecordingError && error.problem === 'ended';

function withoutRequests(file: string, stages: ReadonlySet<string>): CommandError {
  const some = [...stages].map((stage) => `'${stage}'`).join(', ');
  const names = stages.size < maxStages ? some : `${some} and maybe others`;
  return new CommandError(
    `there are no requests in ${file}${names === '' ? '' : `, but there are values of the stage ${names}`}`,
    {
      hints: [
        'This command replays what `rx-informer record` and recordListerWatcher write.',
        ...(names === '' ? [] : ['A stage is replayed in a program: replay of rx-informer/recording.']),
      ],
    },
  );
}

const brokenOff = (): CommandError =>
  new CommandError('the recording ends here, within a request', {
    hints: ['The recorder was killed, or the disk was full. All earlier lines were replayed.'],
  });

const givenUpEarlier = (): CommandError =>
  new CommandError(
    'the replay ends a request here that continued in the recording, because it is idle for too long',
    {
      hints: [
        'The recorder had other options than this command: replay the file in a program, with the options of the recorder.',
      ],
    },
  );
