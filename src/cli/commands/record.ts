import {
  catchError,
  defer,
  finalize,
  type Observable,
  switchMap,
  takeUntil,
  tap,
  throwError,
  timer,
} from 'rxjs';
import { resourceWords } from '../arguments/resource-words.ts';
import { checkNamespace, scopeOf } from '../arguments/scope.ts';
import { checkSelectors } from '../arguments/selectors.ts';
import { CommandError, usageError } from '../command-error.ts';
import { connect } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { refusalOf } from '../connection/refusal.ts';
import { lookUp } from '../discovery/look-up.ts';
import { followSource } from '../follow/follow.ts';
import { shallowSource } from '../follow/shallow-source.ts';
import { tableReporter } from '../follow/table-reporter.ts';
import type { KubeObject } from '../../objects/index.ts';
import type { Host } from '../output/host.ts';
import { hideCredentialsOf } from '../output/redactor.ts';
import { streamOutput } from '../output/stream-output.ts';
import { checkRead } from '../output/unread.ts';
import { RecordingError, recordListerWatcher } from '../../recording/index.ts';
import { type ListerWatcher, listWatch } from '../../source/index.ts';
import { recordingFile } from '../recording/recording-file.ts';
import type { RecordRequest } from './request.ts';

/**
 * Runs `rx-informer record`: records all requests and answers while it follows one collection.
 *
 * @throws CommandError for an error that is known before the command starts
 */
export function record(request: RecordRequest, host: Host): Observable<never> {
  const { namespace, selector, fieldSelector, resource, file, force, duration, keepSecrets } = request;
  checkNamespace(namespace);
  checkSelectors(selector, fieldSelector);
  const words = resourceWords(resource);
  if (words.length > 1) throw oneOnly();

  return defer(() => {
    const output = streamOutput(host);
    const reporter = { ...tableReporter(output), change: () => undefined };
    const kept =
      file === undefined ? undefined : recordingFile(file, force, (stream) => host.written?.push(stream));
    const write = (line: string): void => {
      if (kept === undefined) {
        checkRead(output);
        output.printJson([line]);
      } else kept.write(line);
    };
    let hasAnswer = false;

    const recordOn = (connection: Connection): Observable<never> =>
      lookUp(connection, words).pipe(
        switchMap(({ found: [found, ...others] }) => {
          if (found === undefined || others.length > 0) throw oneOnly();
          const scope = scopeOf(request, { ...found.resource, ...connection, object: found.object });
          const withAnswerCallback = onFirstAnswer(
            listWatch(connection.transport, found.resource, scope),
            () => {
              hasAnswer = true;
            },
          );
          const source = recordListerWatcher(shallowSource(withAnswerCallback), write, {
            resource: found.resource,
            keepSecrets,
          });
          return followSource(source, found.resource, {
            output: { ...output, full: () => undefined },
            reporter,
            isFatal: (error) => error instanceof RecordingError,
          });
        }),
        catchError((error: unknown) => throwError(() => refusalOf(connection, reasonBehind(error)))),
      );

    const recorded$ = connect(request.connection, host.environment, (text) =>
      output.report(reporter.notice(undefined, text)),
    ).pipe(
      tap((connection) => hideCredentialsOf(connection, host)),
      switchMap(recordOn),
      tap({
        // If the command fails before the first answer, the new file is deleted. Otherwise the next `record`
        // would refuse to replace the file.
        error: () => (hasAnswer ? undefined : kept?.discard()),
      }),
      finalize(() => kept?.close()),
    );
    return duration === undefined ? recorded$ : recorded$.pipe(takeUntil(timer(duration)));
  });
}

/** Wraps a ListerWatcher, and calls `onAnswer` for each page and each event. */
function onFirstAnswer(source: ListerWatcher<KubeObject>, onAnswer: () => void): ListerWatcher<KubeObject> {
  return {
    list: (options, hooks) => source.list(options, hooks).pipe(tap(onAnswer)),
    watch: (options, hooks) => source.watch(options, hooks).pipe(tap(onAnswer)),
  };
}

/**
 * A RecordingError may have an error of the file system as its cause. In this case, returns the cause, because the
 * cause describes the problem better. Returns any other error unchanged.
 */
function reasonBehind(error: unknown): unknown {
  return error instanceof RecordingError && error.cause instanceof CommandError ? error.cause : error;
}

const oneOnly = (): CommandError =>
  usageError(
    'a recording is of one collection',
    'Record several collections at the same time, each into its own file.',
  );
