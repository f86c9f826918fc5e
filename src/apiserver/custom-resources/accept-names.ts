import { isSame } from '../json.ts';
import type { Condition, Definition, DefinitionNames, DefinitionStatus } from './definition.ts';

export type NameSet = Pick<ReadonlySet<string>, 'has'>;

/** The names that other resources of the same API group already have. */
export interface TakenNames {
  /** The plural names, the singular names and the short names of other resources. */
  readonly resources: NameSet;
  /** The kinds and the list kinds of other resources. */
  readonly kinds: NameSet;
}

/**
 * Returns the status that a CRD should have. The status contains the accepted names and the condition `Established`. A
 * name is accepted if no other resource has the name. A CRD becomes established when all its names are accepted. If a
 * new name is not accepted, the status keeps the previous name, unless another resource has the previous name. Works
 * like the naming controller and the establishing controller of apiextensions.
 */
export function acceptNames(definition: Definition, taken: TakenNames, time: string): DefinitionStatus {
  const { spec, status } = definition;
  const { names, conflict } = accepted(spec.names, status.acceptedNames, taken);
  const namesAccepted: ConditionContent =
    conflict === undefined
      ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
      : { type: 'NamesAccepted', status: 'False', ...conflict };
  const wasEstablished = (status.conditions ?? []).some(
    (one) => one.type === 'Established' && one.status === 'True',
  );
  const established = conflict === undefined ? yes : wasEstablished ? undefined : notYet;
  const conditions = [namesAccepted, ...(established === undefined ? [] : [established])].reduce(
    (all, condition) => withCondition(all, condition, time),
    status.conditions ?? [],
  );
  const next = { ...status, conditions, acceptedNames: names };
  return isSame(next, status) ? status : next;
}

type ConditionContent = Omit<Condition, 'lastTransitionTime'>;

const yes: ConditionContent = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
};

const notYet: ConditionContent = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
};

/**
 * Adds or replaces a condition. If the status of the condition does not change, the condition keeps its
 * `lastTransitionTime`.
 */
export function withCondition(
  conditions: readonly Condition[],
  condition: ConditionContent,
  time: string,
): readonly Condition[] {
  const old = conditions.find(({ type }) => type === condition.type);
  const lastTransitionTime = old?.status === condition.status ? old.lastTransitionTime : time;
  const { type, status, reason, message } = condition;
  const next = { type, status, lastTransitionTime, reason, message };
  return old === undefined ? [...conditions, next] : conditions.map((one) => (one === old ? next : one));
}

interface Accepted {
  readonly names: Partial<DefinitionNames>;
  /** The reason and the message for the last requested name that another resource already has. */
  readonly conflict: Pick<Condition, 'reason' | 'message'> | undefined;
}

function accepted(
  asked: DefinitionNames,
  had: Partial<DefinitionNames>,
  { resources, kinds }: TakenNames,
): Accepted {
  let conflict: Accepted['conflict'];
  const names: Record<string, unknown> = { plural: '', kind: '' };
  const claim = (name: keyof DefinitionNames, others: NameSet, reason: string): void => {
    const value = asked[name];
    if (value === undefined) return;
    const used = usedIn(value, others);
    if (used.length === 0) names[name] = value;
    else {
      const before = had[name];
      if (before !== undefined && usedIn(before, others).length === 0) names[name] = before;
      const words = used.map((one) => JSON.stringify(one)).join(', ');
      conflict = { reason, message: `${words} is already in use` };
    }
  };
  claim('plural', resources, 'PluralConflict');
  claim('singular', resources, 'SingularConflict');
  claim('shortNames', resources, 'ShortNamesConflict');
  claim('kind', kinds, 'KindConflict');
  claim('listKind', kinds, 'ListKindConflict');
  if (asked.categories !== undefined) names['categories'] = asked.categories;
  return { names, conflict };
}

const usedIn = (names: string | readonly string[], others: NameSet): readonly string[] =>
  (typeof names === 'string' ? [names] : names).filter((one) => others.has(one));
