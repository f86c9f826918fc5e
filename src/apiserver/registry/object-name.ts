import { labelProblem, subdomainProblem } from '../metadata/dns-name.ts';
import type { Resource } from '../resources/resource.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/**
 * Returns the errors in a name or in the prefix of a name, with the messages of apimachinery (P67).
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
 * Replaces a hyphen at the end of a prefix with a letter. In the generated name the hyphen is not at the end, so it is
 * valid there.
 */
const withoutHyphen = (prefix: string): string => prefix.replace(/-$/, 'a');

function problemOf(group: string, resource: string, name: string): string | undefined {
  if (group === 'rbac.authorization.k8s.io' || group === 'policy') return segmentProblem(name);
  if (group !== '' || !labels.has(resource)) return subdomainProblem(name, 'characters');
  return name.includes('.') ? 'must not contain dots' : labelProblem(name);
}

/** The resources whose names must be a DNS label. */
const labels = new Set(['namespaces', 'services']);

/**
 * Returns why a name cannot be a segment of a URL path. The names of roles may contain colons. The kube-apiserver
 * checks the names of disruption budgets only by this rule.
 */
function segmentProblem(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  const bad = ['/', '%'].find((character) => name.includes(character));
  return bad === undefined ? undefined : `may not contain '${bad}'`;
}
