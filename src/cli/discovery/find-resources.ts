import type { ResourceWord } from '../arguments/resource-words.ts';
import type { DiscoveredResource, Discovery } from './discovery.ts';
import { type Finding, findResource, nameOf } from './find-resource.ts';
import { CommandError } from '../command-error.ts';
import { inCategory, indexOf } from './matching.ts';

/** One collection that was asked for. */
interface Found {
  readonly resource: DiscoveredResource;
  /** The only object of it that was asked for. */
  readonly object?: string;
}

/** A name could have meant something else. */
interface Notice {
  readonly resource: DiscoveredResource;
  readonly text: string;
}

/** All that was asked for, and what to say about it. */
export interface FoundAll {
  readonly found: readonly Found[];
  readonly notices: readonly Notice[];
}

/**
 * What the words mean, in their order, each but once. A category such as `all` weighs more than a name, as for kubectl.
 *
 * @throws CommandError for what is not there, and for more collections than a command follows
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
    if (meant.length > mostFollowed) throw tooMany(`“${name}” means ${meant.length} resources`);
    return meant.map((finding) => ({ ...finding, name, object }));
  });
  const byIdentity = new Map<string, Found>();
  for (const { resource, object } of findings) {
    const identity = [resource.group, resource.version, resource.resource, object ?? ''].join('/');
    if (!byIdentity.has(identity))
      byIdentity.set(identity, { resource, ...(object === undefined ? {} : { object }) });
  }
  if (byIdentity.size > mostFollowed) throw tooMany(`${byIdentity.size} resources are asked for`);
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

/** Each of them is an informer with a watch of its own; a category such as `all` has less than a hundred. */
const mostFollowed = 250;

const tooMany = (what: string): CommandError =>
  new CommandError(`${what}, and a command follows at most ${mostFollowed}`, {
    hints: ['Name those that you want: rx-informer watch pods,deployments.apps'],
  });
