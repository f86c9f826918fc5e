import { CommandError } from '../command-error.ts';
import type { DiscoveredResource, Discovery } from './discovery.ts';
import { nearest } from './nearest.ts';

/**
 * The collection that a name means: `pods`, `deployments.apps`, or with its version `deployments.v1.apps`, `events.v1`.
 *
 * Of several versions the server's preferred one; of several groups none: they are told with what to type. What cannot
 * be listed and watched does not count.
 *
 * @throws CommandError
 */
export function findResource(name: string, discovery: Discovery): DiscoveredResource {
  const called = discovery.resources.filter((resource) => isCalled(resource, name));
  const watchable = called.filter(isWatchable);
  const [first] = watchable;
  if (first === undefined) throw called[0] === undefined ? unknown(name, discovery) : unwatchable(called[0]);

  const groups = new Set(watchable.map(({ group }) => group));
  if (groups.size > 1) throw ambiguous(name, watchable);
  return first;
}

/** The shortest name that means this collection and no other. */
export function nameOf(
  { group, version, resource }: DiscoveredResource,
  { resources }: Pick<Discovery, 'resources'>,
): string {
  const alone = resources.every(
    (other) => other.resource !== resource || other.group === group || !isWatchable(other),
  );
  if (alone) return resource;
  return group === '' ? `${resource}.${version}` : `${resource}.${group}`;
}

function isCalled({ resource, group, version }: DiscoveredResource, name: string): boolean {
  if (name === resource) return true;
  if (!name.startsWith(`${resource}.`)) return false;
  const rest = name.slice(resource.length + 1);
  return rest === group || rest === `${version}.${group}` || (group === '' && rest === version);
}

const isWatchable = ({ verbs }: DiscoveredResource): boolean =>
  verbs.includes('list') && verbs.includes('watch');

function unwatchable({ resource, verbs }: DiscoveredResource): CommandError {
  return new CommandError(`${resource} cannot be watched: the server offers ${verbs.join(', ')}`);
}

function ambiguous(name: string, choices: readonly DiscoveredResource[]): CommandError {
  const names = new Set(choices.map((one) => nameOf(one, { resources: choices })));
  return new CommandError(`several groups have ${name}`, {
    hints: [`Type one of: ${[...names].join(', ')}`],
  });
}

function unknown(name: string, discovery: Discovery): CommandError {
  const guesses = guessesOf(name, discovery).slice(0, 3);
  return new CommandError(`the server has no resource “${name}”`, {
    hints: [
      guesses.length > 0
        ? `Did you mean ${guesses.join(' or ')}?`
        : 'Give its plural name, as in pods, with its group where it has one: deployments.apps.',
      ...(discovery.missing.length > 0
        ? [`These did not answer, it may be one of theirs: ${discovery.missing.join(', ')}`]
        : []),
    ],
  });
}

/** What goes by that name in another way, else what is written nearly like it. */
function guessesOf(name: string, discovery: Discovery): readonly string[] {
  const watchable = discovery.resources.filter(isWatchable);
  const namesOf = (resources: readonly DiscoveredResource[]): readonly string[] => [
    ...new Set(resources.map((resource) => nameOf(resource, discovery))),
  ];
  const meant = watchable.filter((resource) => isAlias(resource, name));
  if (meant.length > 0) return namesOf(meant);

  const inGroups = watchable.filter(({ group }) => group !== '');
  const qualified = inGroups.map(({ resource, group }) => `${resource}.${group}`);
  return nearest(name, [...new Set([...namesOf(watchable), ...qualified])]);
}

/** A name that kubectl would take: the kind, the singular, a short one. */
function isAlias({ kind, singular, shortNames }: DiscoveredResource, name: string): boolean {
  const lower = name.toLowerCase();
  return lower === kind.toLowerCase() || lower === singular || shortNames.includes(lower);
}
