import { CommandError } from '../command-error.ts';
import {
  type ApiResource,
  type Discovery,
  indexOf,
  isWatchable,
  matching,
  meaningOf,
  nearest,
  type ResourceIndex,
} from '../../discovery/index.ts';

/** The collection that a typed name means. */
export interface Finding {
  readonly resource: ApiResource;
  /** The names of collections of other groups that the typed name could also mean. */
  readonly others: readonly string[];
}

/**
 * Finds the collection that a name means. Accepts names such as `pods`, `po`, `Pod`, `deployments.apps`, and with a
 * version `deployments.v1.apps` and `events.v1`.
 *
 * If several versions match, returns the version that the server prefers. If several groups match, returns the first
 * group, as kubectl does: the core group comes first, then the groups in the server's order. Ignores collections that
 * do not support list and watch.
 *
 * @param index - the index of `discovery`
 * @throws CommandError if no collection has the name, or if the collection cannot be watched
 */
export function findResource(
  name: string,
  discovery: Discovery,
  index: ResourceIndex = indexOf(discovery),
): Finding {
  const meant = matching(name, index);
  const watchable = meant.filter(isWatchable);
  const [resource] = watchable;
  if (resource === undefined)
    throw meant[0] === undefined ? unknown(name, discovery, index) : unwatchable(meant[0]);

  const others = new Map<string, ApiResource>();
  for (const one of watchable) {
    if (one.group !== resource.group && !others.has(meaningOf(one))) others.set(meaningOf(one), one);
    if (others.size === maxNamed) break;
  }
  return { resource, others: [...others.values()].map((other) => nameOf(other, index)) };
}

/** Returns the shortest name that means only the given resource. */
export function nameOf(one: ApiResource, index: Pick<ResourceIndex, 'isAlone'>): string {
  const { group, version, resource } = one;
  const qualified = group === '' ? `${resource}.${version}` : `${resource}.${group}`;
  return index.isAlone(one) ? resource : qualified;
}

/** The maximum number of names in one list of an error message. A server may offer 100,000 names. */
const maxNamed = 10;

function named(words: readonly string[]): string {
  const more = words.length - maxNamed;
  return words.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function unwatchable({ resource, verbs }: ApiResource): CommandError {
  return new CommandError(`${resource} cannot be watched: the server offers ${named(verbs)}`);
}

function unknown(name: string, discovery: Discovery, index: ResourceIndex): CommandError {
  const guesses = guessesOf(name, discovery, index).slice(0, 3);
  return new CommandError(`the server has no resource “${name}”`, {
    hints: [
      guesses.length > 0
        ? `Did you mean ${guesses.join(' or ')}?`
        : 'Give its name as kubectl takes it: pods, po, deployments.apps, deployments.v1.apps.',
      ...(discovery.missing.length > 0
        ? [`These did not answer, it may be one of theirs: ${named(discovery.missing)}`]
        : []),
    ],
  });
}

/** Returns the resource names that are most similar to `name`. */
function guessesOf(name: string, discovery: Discovery, { isAlone }: ResourceIndex): readonly string[] {
  const watchable = discovery.resources.filter(isWatchable);
  const names = watchable.filter(isAlone).map(({ resource }) => resource);
  const inGroups = watchable.filter(({ group }) => group !== '');
  const qualified = inGroups.map(({ resource, group }) => `${resource}.${group}`);
  const versioned = watchable
    .filter((one) => one.group === '' && !isAlone(one))
    .map(({ resource, version }) => `${resource}.${version}`);
  return nearest(name, [...new Set([...names, ...versioned, ...qualified])]);
}
