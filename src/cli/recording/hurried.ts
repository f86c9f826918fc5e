import { catchError, type MonoTypeOperatorFunction, throwError } from 'rxjs';
import { type FailureClass, KubeError, type KubeObject } from '../../objects/index.ts';
import { RecordingError } from '../../recording/index.ts';
import type { ReflectOptions, WaitingStatus } from '../../reflector/index.ts';
import type { ListerWatcher } from '../../source/index.ts';

/** What a reflector waits long for, whatever its backoff is. */
const slow: readonly FailureClass[] = ['forbidden', 'notFound', 'throttled', 'unauthorized'];
/** No timer of the reflector's own comes before what was recorded, ms. */
const never = 2_147_483_647;

/** A source whose failures are waited for as long as the backoff says. */
export function hurried(source: ListerWatcher<KubeObject>): ListerWatcher<KubeObject> {
  const hurry = <V>(): MonoTypeOperatorFunction<V> =>
    catchError((error: unknown) =>
      throwError(() =>
        error instanceof KubeError && slow.includes(error.failure)
          ? new KubeError('transient', error.message)
          : error,
      ),
    );
  return {
    list: (options, onIncident) => source.list(options, onIncident).pipe(hurry()),
    watch: (options, onIncident) => source.watch(options, onIncident).pipe(hurry()),
  };
}

/** A reflector that waits as much less as time goes faster, and that only a recording can end. */
export function hurriedReflect(speed: number): ReflectOptions {
  const scaled = (ms: number): number => Math.min(Math.max(1, Math.round(ms / speed)), never);
  return {
    backoff: { initial: scaled(800), max: scaled(30_000) },
    silenceTimeout: never,
    watchTimeout: never / 4,
    giveUp: ({ error }: WaitingStatus) => error instanceof RecordingError,
  };
}
