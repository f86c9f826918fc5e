import { filter } from 'rxjs';
import { keyOf, type KubeObject, ProtocolError } from '../../objects/index.ts';
import type { ListerWatcher, WatchEvent } from '../../source/index.ts';
import type { ObjectType } from './controller-types.ts';

/** Drops watch events whose object has another type, and reports each dropped event. An object without a type passes. */
export function filterByType<T extends KubeObject>(
  source: ListerWatcher<T>,
  { kind, apiVersion }: ObjectType,
): ListerWatcher<T> {
  const isOther = (expected: string | undefined, given: string | undefined): boolean =>
    expected !== undefined && given !== undefined && expected !== given;

  return {
    origin$: source.origin$,
    list: (options, hooks) => source.list(options, hooks),
    watch: (options, hooks) =>
      source.watch(options, hooks).pipe(
        filter((event: WatchEvent<T>) => {
          if (event.type === 'BOOKMARK') return true;
          const { object } = event;
          if (!isOther(kind, object.kind) && !isOther(apiVersion, object.apiVersion)) return true;
          const given = `${object.apiVersion ?? ''} ${object.kind ?? ''}`.trim();
          const expected = `${apiVersion ?? ''} ${kind}`.trim();
          hooks?.onIncident?.(
            new ProtocolError(`${keyOf(object)} is ${given}, not ${expected}; it is left out`),
          );
          return false;
        }),
      ),
  };
}
