import { filter } from 'rxjs';
import { keyOf, type KubeObject, ProtocolError } from '../../objects/index.ts';
import type { ListerWatcher, WatchEvent } from '../../source/index.ts';
import type { ObjectType } from './controller-types.ts';

/** Leaves out events with an object of another type, and tells of them; one that does not say what it is passes. */
export function filterByType<T extends KubeObject>(
  source: ListerWatcher<T>,
  { kind, apiVersion }: ObjectType,
): ListerWatcher<T> {
  const isOther = (wanted: string | undefined, given: string | undefined): boolean =>
    wanted !== undefined && given !== undefined && wanted !== given;

  return {
    list: (options, hooks) => source.list(options, hooks),
    watch: (options, hooks) =>
      source.watch(options, hooks).pipe(
        filter((event: WatchEvent<T>) => {
          if (event.type === 'BOOKMARK') return true;
          const { object } = event;
          if (!isOther(kind, object.kind) && !isOther(apiVersion, object.apiVersion)) return true;
          const given = `${object.apiVersion ?? ''} ${object.kind ?? ''}`.trim();
          const wanted = `${apiVersion ?? ''} ${kind}`.trim();
          hooks?.onIncident?.(
            new ProtocolError(`${keyOf(object)} is ${given}, not ${wanted}; it is left out`),
          );
          return false;
        }),
      ),
  };
}
