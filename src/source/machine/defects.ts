import { type KubeObject, ProtocolError } from '../../objects/index.ts';
import type { IncidentListener } from '../lister-watcher.ts';
import { isWellFormed, malformation } from '../well-formed.ts';

/** Counts what one list or one watch leaves out. */
export interface Defects {
  /** Whether the object is well-formed; if not, it counts as left out. */
  accepts(object: KubeObject): boolean;
  /** @throws ProtocolError when too much was left out: an incident for each would block the event loop */
  leaveOut(incident: () => ProtocolError): void;
  /** Reports all that was left out without an incident of its own as one. */
  flush(): void;
}

export function createDefects(onIncident: IncidentListener): Defects {
  let count = 0;
  let unreported = 0;
  const leaveOut = (incident: () => ProtocolError): void => {
    if (++count > mostLeftOut)
      throw new ProtocolError(
        `more than ${mostLeftOut} objects without name, uid or resourceVersion came in one answer; is this the API server?`,
      );
    if (count <= mostReported) onIncident(incident());
    else unreported++;
  };
  return {
    leaveOut,
    accepts(object) {
      if (isWellFormed(object)) return true;
      leaveOut(() => malformation(object));
      return false;
    },
    flush() {
      const left = unreported;
      unreported = 0;
      if (left > 0) {
        onIncident(
          new ProtocolError(`${left} more objects without name, uid or resourceVersion were left out`),
          left,
        );
      }
    },
  };
}

/** Of one list or watch. */
const mostLeftOut = 1_000;
const mostReported = 5;
