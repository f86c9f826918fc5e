import { at, type Scenario } from './cell.ts';

/** Where a reflector stands that has its list. */
export interface Standing {
  readonly resourceVersion: string;
  /** The newest state of `a` that it has. */
  readonly a: string;
  /** What the next watch brings, as a letter, and what that says to the store. */
  readonly next: string;
  readonly missed: string;
}

type Outcome = (outcome: string, fault: string, waiting: string, ms: number) => Scenario;

/** What is asked for, and what comes, when a watch is resumed from there, and when the list is made anew. */
export interface AfterList {
  readonly watch: string;
  readonly relist: string;
  /** What the list of later says to the store. */
  readonly differences: readonly string[];
  readonly missed: string;
  /** The watch is asked for again, and brings what was missed. */
  readonly resumed: Outcome;
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
      answers: [fault, next],
      requests: at(ms, watch),
      statuses: [waiting, ...at(ms, `watching ${resourceVersion}`)],
      changes: at(ms, missed),
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
