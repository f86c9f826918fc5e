import type { RequirementSelector, StringMap } from '../../objects/index.ts';

type Requirement = RequirementSelector['requirements'][number];

/** All requirements of a selector for one label. */
class Condition {
  /** Whether a requirement excludes objects without the label. */
  isNeeded = false;
  #isForbidden = false;
  /** The allowed values of the label. `undefined` means that all values are allowed. */
  #allowed: ReadonlySet<string> | undefined;
  /**
   * The forbidden values of the label. The set is created for the first forbidden value, because a watch may store
   * thousands of conditions.
   */
  #refused: Set<string> | undefined;
  /** The requirement with the highest lower bound for the value. */
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

  /** Returns whether an object that has the label meets all requirements. */
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
 * Returns a function that checks whether labels meet all requirements. The cost of a check grows with the number of
 * labels, not with the number of requirements. The reason: a watch applies its selector to every event.
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
    // `labels[key]` would return an inherited member if a label has the name `constructor`.
    const valueOf = (key: string): string | undefined =>
      Object.hasOwn(labels, key) ? labels[key] : undefined;
    // The loop ends at the first absent label. So the loop runs at most once more than the number of labels.
    for (const [key, condition] of needed) {
      const value = valueOf(key);
      if (value === undefined || !condition.allows(value, labels)) return false;
    }
    for (const key of optional.size <= maxTermsOneByOne ? optional.keys() : Object.keys(labels)) {
      const value = valueOf(key);
      if (value !== undefined && optional.get(key)?.allows(value, labels) === false) return false;
    }
    return true;
  };
}

/**
 * The maximum number of optional terms that the matcher looks up one by one. If a selector has more optional terms, the
 * matcher looks up each label of the object instead.
 */
export const maxTermsOneByOne = 16;
