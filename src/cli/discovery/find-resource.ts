import { CommandError } from '../command-error.ts';
import type { DiscoveredResource, Discovery } from './discovery.ts';
import { isWatchable, matching } from './matching.ts';
import { nearest } from './nearest.ts';

/** What a name means. */
export interface Finding {
  readonly resource: DiscoveredResource;
  /** The names of the collections of other groups that it might have meant. */
  readonly others: readonly string[];
}

/**
 * The collection that a name means: `pods`, `po`, `Pod`, `deployments.apps`, or with its version `deployments.v1.apps`,
 * `events.v1`.
 *
 * Of several versions it is the server's preferred one; of several groups the first, as for kubectl: the core group, then
 * the server's order. What cannot be listed and watched does not count.
 *
 * @throws CommandError
 */
export function findResource(name: string, discovery: Discovery): Finding {
  const meant = matching(name, discovery);
  const watchable = meant.filter(isWatchable);
  const [resource] = watchable;
  if (resource === undefined) throw meant[0] === undefined ? unknown(name, discovery) : unwatchable(meant[0]);

  const others = watchable.filter(({ group }) => group !== resource.group);
  return {
    resource,
    others: [...new Set(others.slice(0, mostOthers).map((other) => nameOf(other, discovery)))],
  };
}

/** The shortest name that means this collection and no other. */
export function nameOf(
  { group, version, resource }: DiscoveredResource,
  discovery: Pick<Discovery, 'resources'>,
): string {
  const qualified = group === '' ? `${resource}.${version}` : `${resource}.${group}`;
  const isAlone = matching(resource, discovery)
    .filter(isWatchable)
    .every((other) => other.group === group && other.resource === resource);
  return isAlone ? resource : qualified;
}

/** Other meanings that are named: to name one takes a walk through all resources. */
const mostOthers = 10;

function unwatchable({ resource, verbs }: DiscoveredResource): CommandError {
  return new CommandError(`${resource} cannot be watched: the server offers ${verbs.join(', ')}`);
}

function unknown(name: string, discovery: Discovery): CommandError {
  const guesses = guessesOf(name, discovery).slice(0, 3);
  return new CommandError(`the server has no resource “${name}”`, {
    hints: [
      guesses.length > 0
        ? `Did you mean ${guesses.join(' or ')}?`
        : 'Give its name as kubectl takes it: pods, po, deployments.apps, deployments.v1.apps.',
      ...(discovery.missing.length > 0
        ? [`These did not answer, it may be one of theirs: ${discovery.missing.join(', ')}`]
        : []),
    ],
  });
}

/** What is written nearly like it. */
function guessesOf(name: string, discovery: Discovery): readonly string[] {
  const watchable = discovery.resources.filter(isWatchable);
  const alone = aloneIn(watchable);
  const names = watchable.filter(alone).map(({ resource }) => resource);
  const inGroups = watchable.filter(({ group }) => group !== '');
  const qualified = inGroups.map(({ resource, group }) => `${resource}.${group}`);
  const versioned = watchable
    .filter((one) => one.group === '' && !alone(one))
    .map(({ resource, version }) => `${resource}.${version}`);
  return nearest(name, [...new Set([...names, ...versioned, ...qualified])]);
}

/** Whether the plural of a resource means no other one: one walk for all, where `nameOf` takes one for each. */
function aloneIn(watchable: readonly DiscoveredResource[]): (one: DiscoveredResource) => boolean {
  const meanings = new Map<string, string>();
  for (const one of watchable) {
    const meaning = meaningOf(one);
    for (const word of [one.resource, one.singular, one.kind.toLowerCase()])
      meanings.set(word, (meanings.get(word) ?? meaning) === meaning ? meaning : several);
  }
  return (one) => meanings.get(one.resource) === meaningOf(one);
}

const meaningOf = ({ group, resource }: DiscoveredResource): string => `${resource}/${group}`;
const several = '';
