import { concat, concatMap, defer, map, type Observable, of } from 'rxjs';
import { keyOf, type KubeObject, ProtocolError } from '../../objects/index.ts';
import { type IncidentListener, type ListerWatcher, type ListPage } from '../../source/index.ts';
import { deepest, identifyingPart, isNestedTooDeep } from '../../representations/index.ts';
import { workInSlices } from '../../scheduling/index.ts';

/**
 * Wraps a ListerWatcher, so that the command can write each object without a stack overflow. If an object is
 * nested too deep, calls `onIncident`, and emits only the identity of the object. So the table still contains
 * each object.
 */
export function shallowSource(source: ListerWatcher<KubeObject>): ListerWatcher<KubeObject> {
  return {
    ...source,
    list: (options, hooks) =>
      source.list(options, hooks).pipe(concatMap((page) => shallowPage(page, hooks?.onIncident))),
    watch: (options, hooks): ReturnType<ListerWatcher<KubeObject>['watch']> =>
      source
        .watch(options, hooks)
        .pipe(
          map((event) =>
            event.type === 'BOOKMARK'
              ? event
              : { ...event, object: shallow(event.object, hooks?.onIncident) },
          ),
        ),
  };
}

/** Processes a page in time slices of 5 ms, because a page of 256 MiB has millions of values. */
function shallowPage(
  page: ListPage<KubeObject>,
  onIncident: IncidentListener | undefined,
): Observable<ListPage<KubeObject>> {
  return defer(() => {
    const items: KubeObject[] = [];
    const work$ = workInSlices((isOver) => {
      const next = (): KubeObject | undefined => page.items[items.length];
      for (let item = next(); item !== undefined; item = next()) {
        items.push(shallow(item, onIncident));
        if (isOver()) return false;
      }
      return true;
    });
    return concat(work$, of({ ...page, items }));
  });
}

function shallow(object: KubeObject, onIncident: IncidentListener | undefined): KubeObject {
  if (!isNestedTooDeep(object)) return object;
  onIncident?.(
    new ProtocolError(
      `${keyOf(object)} is nested deeper than ${deepest} levels: only its name, uid and resourceVersion are kept`,
    ),
  );
  return identifyingPart(object);
}
