import { at, type Scenario } from './cell.ts';

/** The state of a reflector whose list is complete. */
export interface Standing {
  readonly resourceVersion: string;
  /** The version of the object `a` in the store. */
  readonly a: string;
  /**
   * The response to the next watch, as a letter of letters.ts. `missed` is the change that this response causes in the
   * store.
   */
  readonly next: string;
  readonly missed: string;
}

type Outcome = (outcome: string, fault: string, waiting: string, ms: number) => Scenario;

/** The request that reads the server's current resourceVersion. */
export const check = 'list limit=1';

/** The expected requests and changes after a fault, for a reflector whose list is complete. */
export interface AfterList {
  readonly watch: string;
  readonly relist: string;
  /** The changes that a later list causes in the store. */
  readonly differences: readonly string[];
  readonly missed: string;
  /**
   * Expected result: the reflector reads the server's current resourceVersion, resumes the watch, and receives the
   * missed events.
   */
  readonly resumed: Outcome;
  /**
   * Expected result: the reflector reads the server's current resourceVersion. This version is lower than the newest
   * resourceVersion that the reflector has seen. After a retry delay, the reflector lists all objects again.
   */
  readonly restored: Outcome;
  readonly relisted: Outcome;
}

export function afterList({ resourceVersion, a, next, missed }: Standing): AfterList {
  const watch = `watch resourceVersion=${resourceVersion}`;
  const relist = `list limit=500&resourceVersion=${resourceVersion}&resourceVersionMatch=NotOlderThan`;
  const differences = ['deleted b@4 unknown relist', `updated ${a} a@12 relist`, 'added c@15 relist'];
  return {
    watch,
    relist,
    differences,
    missed,
    resumed: (outcome, fault, waiting, ms) => ({
      outcome,
      answers: [fault, '(v|)', next],
      requests: at(ms, check, watch),
      statuses: [waiting, ...at(ms, `watching ${resourceVersion}`)],
      changes: at(ms, missed),
    }),
    restored: (outcome, fault, waiting, ms) => ({
      outcome,
      answers: [fault, '(y|)', '(Y|)'],
      requests: [...at(ms, check), ...at(ms + 800, 'list limit=500', 'watch resourceVersion=5')],
      statuses: [
        waiting,
        `${ms} waiting expired #1 until ${ms + 800}`,
        ...at(ms + 800, 'listing 0', 'listing 2', 'watching 5'),
      ],
      changes: at(ms + 800, 'deleted b@4 unknown relist', `updated ${a} a@2 relist`, 'added c@5 relist'),
    }),
    relisted: (outcome, fault, waiting, ms) => ({
      outcome,
      answers: [fault, '(q|)'],
      requests: at(ms, relist, 'watch resourceVersion=20'),
      statuses: [waiting, ...at(ms, 'listing 0', 'listing 2', 'watching 20')],
      changes: at(ms, ...differences),
    }),
  };
}
