import {
  asyncScheduler,
  catchError,
  defer,
  EMPTY,
  finalize,
  firstValueFrom,
  ignoreElements,
  map,
  merge,
  type Observable,
  Subject,
  takeUntil,
  tap,
} from 'rxjs';
import { processorListener } from '../../delivery/index.ts';
import { type Informer, informer } from '../../informer/index.ts';
import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';
import { RecordingError, recordingHeader, replayListerWatcher } from '../../recording/index.ts';
import { reflect, type ReflectorStatus } from '../../reflector/index.ts';
import { CommandError } from '../command-error.ts';
import { jsonReporter } from '../follow/json-reporter.ts';
import { tableReporter } from '../follow/table-reporter.ts';
import type { Host } from '../output/host.ts';
import { streamOutput } from '../output/stream-output.ts';
import { fileLines, pacedLines } from '../recording/file-lines.ts';
import { hurried, hurriedReflect } from '../recording/hurried.ts';
import type { ReplayRequest } from './request.ts';

/** `rx-informer replay`: the changes that a recording makes, as `watch` writes them. */
export function replay({ file, speed, output: format }: ReplayRequest, host: Host): Observable<never> {
  return defer(() => {
    const output = streamOutput(host);
    let time: number | undefined;
    const reporter =
      format === 'json' ? jsonReporter : tableReporter(output, () => time ?? asyncScheduler.now());
    const resource = resourceOf(file);
    const full = (): Observable<unknown> | undefined => output.full();
    const lines = pacedLines(fileLines(file), () => {
      const full$ = full();
      return full$ && firstValueFrom(full$);
    });

    const statuses = new Subject<ReflectorStatus>();
    let end: unknown;
    const source = hurried(replayListerWatcher(lines, { speed, onTime: (at) => (time = at) }));
    const events$ = reflect(source, {
      ...hurriedReflect(speed),
      status: { next: (status) => statuses.next(status) },
    }).pipe(
      catchError((error: unknown) => {
        end = error;
        return EMPTY; // so that all that came before is written
      }),
    );
    const followed: Informer<KubeObject> = informer(events$);
    const ended = new Subject<void>();
    const written$ = followed.store.batches$.pipe(
      processorListener<KubeObject>({ onAdd: full, onUpdate: full, onDelete: full }),
      tap({
        next: (change) => output.print(reporter.change(resource, change)),
        complete: () => {
          if (!isEnd(end)) throw problemOf(file, end);
          output.tell(reporter.notice(resource, `the recording ends here, ${followed.store.size} objects`));
        },
      }),
      finalize(() => ended.next()),
    );
    const told$ = statuses.pipe(
      map((status) => ({ ...status, hasSynced: followed.store.hasSynced })),
      reporter.statuses(resource, () => followed.store.size),
      tap((line) => output.tell(line)),
      takeUntil(ended),
    );
    return merge(told$, written$).pipe(ignoreElements());
  });
}

const isEnd = (error: unknown): boolean => error instanceof RecordingError && error.problem === 'ended';

/** Of which collection it is; one that does not say is of objects. */
function resourceOf(file: string): GroupVersionResource {
  const lines = fileLines(file);
  try {
    const { value = '' } = lines.next() as IteratorResult<string, string | undefined>;
    return recordingHeader(value).resource ?? { group: '', version: 'v1', resource: 'objects' };
  } catch (error) {
    throw problemOf(file, error);
  } finally {
    lines.return(undefined);
  }
}

/** What is wrong with a recording does not name the file. */
function problemOf(file: string, error: unknown): unknown {
  if (!(error instanceof RecordingError)) return error;
  if (error.cause instanceof CommandError) return error.cause;
  return new CommandError(`${file}: ${error.message}`, { cause: error });
}
