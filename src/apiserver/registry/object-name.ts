import { labelProblem, subdomainProblem } from '../metadata/dns-name.ts';
import type { Resource } from '../resources/resource.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/**
 * Returns the errors in the name of an object, or in `generateName`. The messages are those of apimachinery (P67).
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

/**
 * Replaces a hyphen at the end of `generateName` with a letter, before the check of the name. A name may not end with a
 * hyphen, but the generated name has random characters after the hyphen.
 */
const withoutHyphen = (prefix: string): string => prefix.replace(/-$/, 'a');

function problemOf(group: string, resource: string, name: string): string | undefined {
  if (group === 'rbac.authorization.k8s.io' || group === 'policy') return segmentProblem(name);
  if (group !== '' || !labels.has(resource)) return subdomainProblem(name, 'characters');
  return name.includes('.') ? 'must not contain dots' : labelProblem(name);
}

/** The resources whose object names must be DNS labels. */
const labels = new Set(['namespaces', 'services']);

/**
 * Returns the reason why a name is not valid as one segment of a URL path. Roles and disruption budgets have no other
 * rule for their names. For example, the name of a role may contain colons.
 */
function segmentProblem(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  const bad = ['/', '%'].find((character) => name.includes(character));
  return bad === undefined ? undefined : `may not contain '${bad}'`;
}
