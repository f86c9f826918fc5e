import type { RequirementSelector, StringMap } from '../../objects/index.ts';

type Requirement = RequirementSelector['requirements'][number];

/** All that a selector requires of one label. */
class Condition {
  /** Whether an object without the label is left out. */
  isNeeded = false;
  #isForbidden = false;
  /** The values that are allowed; absent where all are. */
  #allowed: ReadonlySet<string> | undefined;
  /** Absent where none is: a watch may hold thousands of conditions. */
  #refused: Set<string> | undefined;
  /** The highest lower bound, and the lowest upper one. */
  #above: Requirement | undefined;
  #below: Requirement | undefined;

  add(requirement: Requirement): void {
    const { operator, values } = requirement;
    const isNegative = operator === '!' || operator === '!=' || operator === 'notin';
    this.isNeeded ||= !isNegative;
    switch (operator) {
      case '=':
      case '==':
      case 'in': {
        const before = this.#allowed;
        this.#allowed = new Set(before === undefined ? values : values.filter((value) => before.has(value)));
        break;
      }
      case '!=':
      case 'notin':
        this.#refused ??= new Set();
        for (const value of values) this.#refused.add(value);
        break;
      case '!':
        this.#isForbidden = true;
        break;
      case 'gt':
        if (boundOf(requirement) >= boundOf(this.#above ?? requirement)) this.#above = requirement;
        break;
      case 'lt':
        if (boundOf(requirement) <= boundOf(this.#below ?? requirement)) this.#below = requirement;
    }
  }

  /** Whether an object that has the label meets all. */
  allows(value: string, labels: StringMap): boolean {
    return (
      !this.#isForbidden &&
      (this.#allowed?.has(value) ?? true) &&
      this.#refused?.has(value) !== true &&
      (this.#above?.matches(labels) ?? true) &&
      (this.#below?.matches(labels) ?? true)
    );
  }
}

const boundOf = ({ values: [bound = '0'] }: Requirement): bigint => BigInt(bound);

/**
 * Tells whether labels meet all requirements. The cost grows with the number of labels and not with the number of
 * requirements: a watch keeps its selector and applies it to every event.
 */
export function labelMatcher(
  requirements: readonly Requirement[],
): (labels: StringMap | undefined) => boolean {
  const conditions = new Map<string, Condition>();
  for (const requirement of requirements) {
    const condition = conditions.get(requirement.key) ?? new Condition();
    conditions.set(requirement.key, condition);
    condition.add(requirement);
  }
  const needed = [...conditions].filter(([, { isNeeded }]) => isNeeded);
  const optional = new Map([...conditions].filter(([, { isNeeded }]) => !isNeeded));
  return (labels = {}) => {
    // A label may be called `constructor`.
    const valueOf = (key: string): string | undefined =>
      Object.hasOwn(labels, key) ? labels[key] : undefined;
    // The first label that is absent ends it, so no more are looked at than there are labels.
    for (const [key, condition] of needed) {
      const value = valueOf(key);
      if (value === undefined || !condition.allows(value, labels)) return false;
    }
    for (const key of optional.size <= mostTermsOneByOne ? optional.keys() : Object.keys(labels)) {
      const value = valueOf(key);
      if (value !== undefined && optional.get(key)?.allows(value, labels) === false) return false;
    }
    return true;
  };
}

/** Terms that are looked up one by one, however many labels there are. */
export const mostTermsOneByOne = 16;
