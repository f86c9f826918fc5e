import { labelProblem, subdomainProblem } from '../metadata/dns-name.ts';
import type { Resource } from '../resources/resource.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/**
 * What is wrong with a name, or with what a name begins with; its text is apimachinery's (P67).
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

/** What follows it may be a letter. */
const withoutHyphen = (prefix: string): string => prefix.replace(/-$/, 'a');

function problemOf(group: string, resource: string, name: string): string | undefined {
  if (group === 'rbac.authorization.k8s.io' || group === 'policy') return segmentProblem(name);
  if (group !== '' || !labels.has(resource)) return subdomainProblem(name, 'characters');
  return name.includes('.') ? 'must not contain dots' : labelProblem(name);
}

/** Their names stand in DNS as one label. */
const labels = new Set(['namespaces', 'services']);

/** Any part of a path: roles have colons in their names, and those of disruption budgets are not checked. */
function segmentProblem(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  const bad = ['/', '%'].find((character) => name.includes(character));
  return bad === undefined ? undefined : `may not contain '${bad}'`;
}
