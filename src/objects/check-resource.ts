import { anObject, type Rule } from './check-options.ts';
import { OptionsError } from './options-error.ts';

/** These words become part of a path, which a slash or a pair of dots would lead elsewhere. */
const pathWord = /^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$/;
const isPathWord = (given: unknown): given is string => typeof given === 'string' && pathWord.test(given);

const partsOf = (given: unknown): Readonly<Record<string, unknown>> =>
  anObject.test(given) ? (given as Readonly<Record<string, unknown>>) : {};

/** One collection of the API. {@link checkResource} says which part is wrong. */
export const aResource: Rule = {
  allowed: "a collection: { group: 'apps', version: 'v1', resource: 'deployments' }, group '' for the core",
  test: (given) => mistakeIn(given) === undefined,
};

/**
 * Throws an OptionsError for what is no collection, for the group `core`, and for a kind in place of a plural: the server
 * would answer each with a 404. Whether a word in lower case is a plural is known to the server alone.
 */
export function checkResource(option: string, given: unknown): void {
  const mistake = mistakeIn(given);
  if (mistake !== undefined) throw mistake(option);
}

/** Throws an OptionsError for a namespace that restricts a collection whose objects are in none. */
export function checkNamespaced(
  option: string,
  { resource, namespaced }: { readonly resource: string; readonly namespaced?: boolean },
  namespace: unknown,
): void {
  if (namespaced !== false || namespace === undefined || namespace === '') return;
  throw new OptionsError(
    option,
    namespace,
    `left out for ${resource}`,
    `${resource} are cluster-scoped: they are in no namespace`,
  );
}

function mistakeIn(given: unknown): ((option: string) => OptionsError) | undefined {
  const { group, version, resource } = partsOf(given);
  if (group === 'core') {
    return (option) =>
      new OptionsError(`${option}: group`, group, "''", "the core group has no name: write group: ''");
  }
  const isCollection = (group === '' || isPathWord(group)) && isPathWord(version) && isPathWord(resource);
  if (!isCollection) return (option) => new OptionsError(option, given, aResource.allowed);
  if (!/[A-Z]/.test(resource)) return undefined;
  return (option) =>
    new OptionsError(
      `${option}: resource`,
      resource,
      "the plural name in lower case, such as 'pods' for the kind Pod",
    );
}
