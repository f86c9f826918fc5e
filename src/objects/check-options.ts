import { hidden, OptionsError } from './options-error.ts';

/** What an option may be: a test, and the words for it. */
export interface Rule {
  readonly allowed: string;
  readonly test: (given: unknown) => boolean;
  /** What is given may be a secret: an error then does not hold it. */
  readonly secret?: boolean;
  /** An earlier name of the option; see {@link renamedFrom}. */
  readonly formerly?: string;
}

/**
 * Throws an {@link OptionsError} for an option that `rules` does not name or does not allow; absent ones pass.
 *
 * @param of - the function called, for the message
 */
export function checkOptions(of: string, options: unknown, rules: Readonly<Record<string, Rule>>): void {
  if (options === undefined) return;
  // A signal is an object without options of its own: it would pass, and be ignored.
  if (!anObject.test(options) || anAbortSignal.test(options)) {
    throw new OptionsError(`${of}: options`, options, `an object with ${Object.keys(rules).join(', ')}`);
  }

  for (const [name, given] of Object.entries(options as object)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const option = `${of}: ${name}`;
    if (rule === undefined) throw unknownOption(of, name, rules);
    if (given !== undefined && !rule.test(given)) {
      throw new OptionsError(option, rule.secret === true ? hidden : given, rule.allowed);
    }
  }
}

/** The option itself is named, its value is not: it may be a secret. */
function unknownOption(of: string, name: string, rules: Readonly<Record<string, Rule>>): OptionsError {
  const names = Object.keys(rules);
  const near = names.find(
    (one) => rules[one]?.formerly === name || isNear(one.toLowerCase(), name.toLowerCase()),
  );
  const allowed = names.join(', ');
  return new OptionsError(`${of}: ${name}`, hidden, allowed, '', {
    message: `${of}: unknown option '${name}'; ${near === undefined ? `allowed: ${allowed}` : `did you mean '${near}'?`}`,
    advice: near === undefined ? `leave '${name}' out; allowed: ${allowed}` : `write '${near}'`,
  });
}

/** Whether two words differ in at most two letters one behind the other. */
function isNear(a: string, b: string): boolean {
  let [start, end] = [0, 0];
  const shorter = Math.min(a.length, b.length);
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return a === b || (shorter > 2 && Math.max(a.length, b.length) - start - end <= 2);
}

/** The same rule, for an option that had another name: the error for that name says the present one. */
export const renamedFrom = (formerly: string, rule: Rule): Rule => ({ ...rule, formerly });

/** Throws an {@link OptionsError} unless one argument is as `rule` says; it may not be absent. */
export function checkArgument(option: string, given: unknown, rule: Rule): void {
  if (rule.test(given)) return;
  const isShown = rule.secret !== true || given === undefined || given === null;
  throw new OptionsError(option, isShown ? given : hidden, rule.allowed);
}

/** A whole number, `min` or more. */
export const integer = (min: number): Rule => ({
  allowed: `a whole number, ${min} or more`,
  test: (given) => Number.isSafeInteger(given) && (given as number) >= min,
});

/** A time in ms; one above 2³¹−1 would overflow a timer and fire at once. */
export const milliseconds = (min: number): Rule => ({
  allowed: `a time in ms from ${min} to 2147483647`,
  test: (given) => typeof given === 'number' && given >= min && given <= 2_147_483_647,
});

/** A finite number, `min` or more. */
export const finite = (min: number): Rule => ({
  allowed: `a number, ${min} or more`,
  test: (given) => Number.isFinite(given) && (given as number) >= min,
});

/** One of these words. */
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

/** Anything with `subscribe`: an Observable of whichever copy of RxJS. */
export const anObservable: Rule = {
  allowed: 'an Observable',
  test: (given) => typeof (given as { subscribe?: unknown } | null)?.subscribe === 'function',
};

/** A part of an observer, or a whole one. */
export const anObserver: Rule = {
  allowed: 'an observer: { next?, error?, complete? }',
  test: (given) => anObject.test(given),
};

/** Anything that looks like an `AbortSignal`: of whichever realm. */
export const anAbortSignal: Rule = {
  allowed: 'an AbortSignal',
  test: (given) =>
    typeof (given as { aborted?: unknown } | null)?.aborted === 'boolean' &&
    aFunction.test((given as Partial<EventTarget>).addEventListener),
};

/** Whether it has a `then`, as a promise has: that of another realm or library too. */
export function isThenable(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as { then?: unknown } | null | undefined)?.then === 'function';
}
