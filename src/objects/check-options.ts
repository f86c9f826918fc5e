import { REDACTED, OptionsError } from './options-error.ts';

/** Describes the allowed values of an option: a test function, and a text for error messages. */
export interface Rule {
  readonly allowed: string;
  readonly test: (given: unknown) => boolean;
  /** True if the value of the option can be a secret. An error then does not contain the value. */
  readonly secret?: boolean;
  /** An earlier name of the option; see {@link renamedFrom}. */
  readonly formerly?: string;
  /**
   * True if the option has moved to another place. The error for an unknown option then does not list this
   * name. See {@link movedTo}.
   */
  readonly hasMoved?: boolean;
}

/**
 * Throws an {@link OptionsError} for an unknown option, or a value that its rule does not allow. `undefined`
 * is allowed for each option.
 *
 * @param of - the name of the called function, for the message
 */
export function checkOptions(of: string, options: unknown, rules: Readonly<Record<string, Rule>>): void {
  if (options === undefined) return;
  // The function rejects an AbortSignal explicitly. An AbortSignal has no own properties, and without this
  // check would count as empty options.
  if (!anObject.test(options) || anAbortSignal.test(options)) {
    throw new OptionsError(`${of}: options`, options, `an object with ${Object.keys(rules).join(', ')}`);
  }

  for (const [name, given] of Object.entries(options as object)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const option = `${of}: ${name}`;
    if (rule === undefined) throw unknownOption(of, name, rules);
    if (given !== undefined && !rule.test(given)) {
      throw new OptionsError(option, rule.secret === true ? REDACTED : given, rule.allowed);
    }
  }
}

/**
 * Creates the error for an unknown option. The error contains only the name of the option, because the value
 * can be a secret.
 */
function unknownOption(of: string, name: string, rules: Readonly<Record<string, Rule>>): OptionsError {
  const names = Object.keys(rules).filter((one) => rules[one]?.hasMoved !== true);
  const near = names.find(
    (one) => rules[one]?.formerly === name || isNear(one.toLowerCase(), name.toLowerCase()),
  );
  const allowed = names.join(', ');
  return new OptionsError(`${of}: ${name}`, REDACTED, allowed, '', {
    message: `${of}: unknown option '${name}'; ${near === undefined ? `allowed: ${allowed}` : `did you mean '${near}'?`}`,
    advice: near === undefined ? `leave '${name}' out; allowed: ${allowed}` : `write '${near}'`,
  });
}

function isNear(a: string, b: string): boolean {
  let [start, end] = [0, 0];
  const shorter = Math.min(a.length, b.length);
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return a === b || (shorter > 2 && Math.max(a.length, b.length) - start - end <= 2);
}

/**
 * Adds the former name of a renamed option to its {@link Rule}. The error for the former name suggests the
 * current name.
 */
export const renamedFrom = (formerly: string, rule: Rule): Rule => ({ ...rule, formerly });

/**
 * Creates the {@link Rule} for an option that has moved to another place. The Rule refuses every value. The
 * error contains the new place of the option.
 */
export const movedTo = (place: string): Rule => ({
  allowed: `given as ${place}`,
  test: () => false,
  secret: true, // the value is not the problem, so the error does not show it
  hasMoved: true,
});

/** Throws an {@link OptionsError} for an argument that its rule does not allow. `undefined` is not allowed. */
export function checkArgument(option: string, given: unknown, rule: Rule): void {
  if (rule.test(given)) return;
  const isShown = rule.secret !== true || given === undefined || given === null;
  throw new OptionsError(option, isShown ? given : REDACTED, rule.allowed);
}

/**
 * Throws an {@link OptionsError} for a member that its rule does not allow. The error names the member, for example
 * `controller: owns.pods`.
 */
export function checkMembers(option: string, members: object, rule: Rule): void {
  for (const [name, given] of Object.entries(members)) checkArgument(`${option}.${name}`, given, rule);
}

/** Creates the rule for a whole number of at least `min`. */
export const integer = (min: number): Rule => ({
  allowed: `a whole number, ${min} or more`,
  test: (given) => Number.isSafeInteger(given) && (given as number) >= min,
});

/**
 * Creates the rule for a time in ms. A time above 2³¹−1 would overflow a timer, and the timer would fire
 * immediately.
 */
export const milliseconds = (min: number): Rule => ({
  allowed: `a time in ms from ${min} to 2147483647`,
  test: (given) => typeof given === 'number' && given >= min && given <= 2_147_483_647,
});

/** Creates the rule for a finite number of at least `min`. */
export const finite = (min: number): Rule => ({
  allowed: `a number, ${min} or more`,
  test: (given) => Number.isFinite(given) && (given as number) >= min,
});

/** Creates the {@link Rule} for an option that has to be one of the given strings. */
export const oneOf = (...words: readonly string[]): Rule => ({
  allowed: words.map((word) => `'${word}'`).join(' or '),
  test: (given) => words.includes(given as string),
});

export const aBoolean: Rule = { allowed: 'true or false', test: (given) => typeof given === 'boolean' };
export const aString: Rule = { allowed: 'a string', test: (given) => typeof given === 'string' };
export const aFunction: Rule = { allowed: 'a function', test: (given) => typeof given === 'function' };

export const anObject: Rule = {
  allowed: 'an object',
  test: (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
};

/**
 * The {@link Rule} for an Observable. It accepts every value with a `subscribe` method, because a program can
 * have several copies of RxJS.
 */
export const anObservable: Rule = {
  allowed: 'an Observable',
  test: (given) => typeof (given as { subscribe?: unknown } | null)?.subscribe === 'function',
};

/** The rule for an observer, in which each callback is optional. */
export const anObserver: Rule = {
  allowed: 'an observer: { next?, error?, complete? }',
  test: (given) => anObject.test(given),
};

/** The rule for an `AbortSignal`, which can come from any realm, such as another window. */
export const anAbortSignal: Rule = {
  allowed: 'an AbortSignal',
  test: (given) =>
    typeof (given as { aborted?: unknown } | null)?.aborted === 'boolean' &&
    aFunction.test((given as Partial<EventTarget>).addEventListener),
};

/**
 * Returns whether a value is a promise. The function checks only for `then`, because a promise can come from
 * any realm or library.
 */
export function isThenable(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as { then?: unknown } | null | undefined)?.then === 'function';
}
