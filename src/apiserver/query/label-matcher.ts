import type { RequirementSelector, StringMap } from '../../objects/index.ts';

type Requirement = RequirementSelector['requirements'][number];

/** All requirements of a label selector for one label key. */
class Condition {
  /** Whether the selector rejects an object without the label, because at least one requirement needs the label. */
  isNeeded = false;
  #isForbidden = false;
  /** The allowed values of the label. If `undefined`, every value is allowed. */
  #allowed: ReadonlySet<string> | undefined;
  /**
   * The forbidden values of the label. The set is created only when the first forbidden value is added, because
   * thousands of conditions without forbidden values may be in memory.
   */
  #refused: Set<string> | undefined;
  /** Of the requirements with the operator `gt`, the requirement with the highest bound. */
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

  /** Returns whether an object that has the label meets all requirements for the label. */
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
 * Returns a function that checks whether the labels of an object meet all requirements. A watch checks every event, so
 * the cost of a check grows with the number of labels, not with the number of requirements.
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
    // `labels[key]` would return an inherited member for a key such as `constructor`.
    const valueOf = (key: string): string | undefined =>
      Object.hasOwn(labels, key) ? labels[key] : undefined;
    // The loop returns at the first label that the object lacks. So the number of iterations is at most the number of
    // labels plus 1.
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
 * The maximum number of optional requirements (`!=`, `notin`, `!`) that the matcher checks one by one. For more
 * optional requirements, the matcher looks up each label of the object in a map instead.
 */
export const maxTermsOneByOne = 16;
