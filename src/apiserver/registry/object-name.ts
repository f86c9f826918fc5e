import { labelProblem, subdomainProblem } from '../metadata/dns-name.ts';
import type { Resource } from '../resources/resource.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/**
 * Returns what is wrong with a name, or with the prefix of a name, with the messages of apimachinery (P67).
 *
 * @param field - `metadata.name` or `metadata.generateName`
 */
export function nameErrors(
  { resource, group }: Resource,
  name: string,
  field = 'metadata.name',
): readonly FieldError[] {
  const problem = problemOf(group, resource, field === 'metadata.name' ? name : withoutHyphen(name));
  return problem === undefined ? [] : [fieldInvalid(field, name, problem)];
}

/** Replaces a hyphen at the end of a prefix, because a letter may follow it in the generated name. */
const withoutHyphen = (prefix: string): string => prefix.replace(/-$/, 'a');

function problemOf(group: string, resource: string, name: string): string | undefined {
  if (group === 'rbac.authorization.k8s.io' || group === 'policy') return segmentProblem(name);
  if (group !== '' || !labels.has(resource)) return subdomainProblem(name, 'characters');
  return name.includes('.') ? 'must not contain dots' : labelProblem(name);
}

/** The resources whose names are one label in DNS. */
const labels = new Set(['namespaces', 'services']);

/**
 * Describes what is wrong with a name as a segment of a path. Roles may have colons in their names, and the real server
 * does not check the names of disruption budgets any further.
 */
function segmentProblem(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  const bad = ['/', '%'].find((character) => name.includes(character));
  return bad === undefined ? undefined : `may not contain '${bad}'`;
}
