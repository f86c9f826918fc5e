import { map } from 'rxjs';
import { keyOf, type KubeObject, ProtocolError } from '../../objects/index.ts';
import type { IncidentListener, ListerWatcher } from '../../source/index.ts';
import { deepest, identityOf, isNestedTooDeep } from '../machine/nested-too-deep.ts';

/**
 * The same source, whose objects the command can write without overflowing the stack. Of an object that is nested too
 * deep it emits the identity alone, so that the table of objects stays complete, and reports an incident.
 */
export function shallowSource(source: ListerWatcher<KubeObject>): ListerWatcher<KubeObject> {
  return {
    ...source,
    list: (options, onIncident, held) =>
      source
        .list(options, onIncident, held)
        .pipe(map((page) => ({ ...page, items: page.items.map((item) => shallow(item, onIncident)) }))),
    watch: (options, onIncident, held): ReturnType<ListerWatcher<KubeObject>['watch']> =>
      source
        .watch(options, onIncident, held)
        .pipe(
          map((event) =>
            event.type === 'BOOKMARK' ? event : { ...event, object: shallow(event.object, onIncident) },
          ),
        ),
  };
}

function shallow(object: KubeObject, onIncident: IncidentListener | undefined): KubeObject {
  if (!isNestedTooDeep(object)) return object;
  onIncident?.(
    new ProtocolError(
      `${keyOf(object)} is nested deeper than ${deepest} levels: only its name, uid and resourceVersion are kept`,
    ),
  );
  return identityOf(object);
}
