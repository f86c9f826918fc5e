import type { ResourceWord } from '../arguments/resource-words.ts';
import { type ApiResource, type Discovery, inCategory, indexOf } from '../../discovery/index.ts';
import { type Finding, findResource, nameOf } from './find-resource.ts';
import { CommandError } from '../command-error.ts';

/** A collection that the user requested. */
interface Found {
  readonly resource: ApiResource;
  /** The name of the object, if the user requested only one object of the collection. */
  readonly object?: string;
}

/** A notice for the user that a name is ambiguous. */
interface Notice {
  readonly resource: ApiResource;
  readonly text: string;
}

/** All requested collections, and the notices for the user. */
export interface FoundAll {
  readonly found: readonly Found[];
  readonly notices: readonly Notice[];
}

/**
 * Finds the collections for the names that the user typed, such as `pods` or `deploy/web`. Returns the
 * collections in the typed order, without duplicates. If a typed name is both a category, such as `all`, and
 * the name of a collection, the name means the category, as in kubectl.
 *
 * @throws CommandError for an unknown name, and for more collections than a command can follow
 */
export function findResources(words: readonly ResourceWord[], discovery: Discovery): FoundAll {
  const index = indexOf(discovery);
  const known = new Map<string, Finding>();
  const find = (name: string): Finding => {
    const finding = known.get(name) ?? findResource(name, discovery, index);
    known.set(name, finding);
    return finding;
  };
  const findings = words.flatMap(({ name, object }) => {
    const category = object === undefined ? inCategory(name.toLowerCase(), index) : [];
    const meant: readonly Finding[] =
      category.length > 0 ? category.map((resource) => ({ resource, others: [] })) : [find(name)];
    if (meant.length > maxFollowed) throw tooMany(`“${name}” means ${meant.length} resources`);
    return meant.map((finding) => ({ ...finding, name, object }));
  });
  const byIdentity = new Map<string, Found>();
  for (const { resource, object } of findings) {
    const identity = [resource.group, resource.version, resource.resource, object ?? ''].join('/');
    if (!byIdentity.has(identity))
      byIdentity.set(identity, { resource, ...(object === undefined ? {} : { object }) });
  }
  if (byIdentity.size > maxFollowed) throw tooMany(`${byIdentity.size} resources are asked for`);
  return {
    found: [...byIdentity.values()],
    notices: findings
      .filter(({ others }) => others.length > 0)
      .map(({ name, resource, others }) => ({
        resource,
        text: `${name} is taken for ${nameOf(resource, index)}; it could also be ${others.join(' or ')}`,
      })),
  };
}

/**
 * The maximum number of collections of a command. Each collection needs an informer with its own watch. A category such
 * as `all` contains less than a hundred collections.
 */
const maxFollowed = 250;

const tooMany = (what: string): CommandError =>
  new CommandError(`${what}, and a command follows at most ${maxFollowed}`, {
    hints: ['Name those that you want: rx-informer watch pods,deployments.apps'],
  });
