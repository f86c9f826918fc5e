import { type KubeObject, OptionsError } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import { differences } from '../marbles/differences.ts';
import { show } from '../marbles/show.ts';
import type { PartOf } from '../part-of.ts';

/**
 * An expected change: a text, or an object with some properties of a change. A text consists of the type and
 * the key, such as `added shop/web`. Optional parts of a text are `@` and the resourceVersion, the cause, and
 * `unknown` for an unknown final state. An example with all parts is `deleted shop/web@7 relist unknown`.
 */
export type ChangePattern = string | PartOf<Change<KubeObject>>;

const changeSyntax =
  /^(?<type>added|updated|deleted) (?<key>[^\s@]+)(?:@(?<version>\S+))?(?: (?<cause>initial|watch|relist|resync|replay))?(?<unknown> unknown)?$/;

/**
 * Returns one line for each difference between a change and a pattern. A property that is not in the pattern may have
 * any value.
 *
 * @throws OptionsError for a text that is not a pattern
 */
export function differencesFrom(change: unknown, pattern: ChangePattern): readonly string[] {
  return [...partDifferences(change, typeof pattern === 'string' ? patternOf(pattern) : pattern)];
}

/**
 * Returns a function that checks a change against the pattern. The pattern is parsed only once.
 *
 * @throws OptionsError for a text that is not a pattern
 */
export function matcherOf(pattern: ChangePattern): (change: unknown) => boolean {
  const part = typeof pattern === 'string' ? patternOf(pattern) : pattern;
  return (change) => partDifferences(change, part).next().done === true;
}

export function showPattern(pattern: unknown): string {
  return typeof pattern === 'string' ? pattern : show(pattern);
}

function patternOf(words: string): object {
  const { type, key, version, cause, unknown } = changeSyntax.exec(words)?.groups ?? {};
  if (type === undefined) {
    throw new OptionsError(
      'change',
      words,
      '`TYPE KEY[@VERSION] [CAUSE] [unknown]`, as in `added shop/web@7 watch`',
    );
  }
  return {
    type,
    key,
    ...(version !== undefined && { object: { metadata: { resourceVersion: version } } }),
    ...(cause !== undefined && { cause }),
    ...(unknown !== undefined && { finalStateKnown: false }),
  };
}

function* partDifferences(received: unknown, part: unknown, path = ''): Generator<string> {
  if (!isPlain(part) || !isPlain(received)) {
    yield* differences(received, part).map((line) => (path === '' ? line : `${path}: ${line}`));
    return;
  }
  for (const [name, member] of Object.entries(part)) {
    const inner = Object.hasOwn(received, name) ? received[name] : undefined;
    yield* partDifferences(inner, member, path === '' ? name : `${path}.${name}`);
  }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return typeof (value as { asymmetricMatch?: unknown }).asymmetricMatch !== 'function';
}
