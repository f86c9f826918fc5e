import type { Resource } from '../resources/resource.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/** What is wrong with a name; its text is apimachinery's (P67). */
export function nameErrors({ resource, group }: Resource, name: string): readonly FieldError[] {
  const { pattern, longest, text } = group === '' && labels.has(resource) ? label : subdomain;
  if (pattern === label.pattern && name.includes('.')) {
    return [fieldInvalid('metadata.name', name, 'must not contain dots')];
  }
  if (name.length > longest) {
    return [fieldInvalid('metadata.name', name, `must be no more than ${longest} characters`)];
  }
  return pattern.test(name) ? [] : [fieldInvalid('metadata.name', name, text)];
}

/** Their names stand in DNS as one label. */
const labels = new Set(['namespaces', 'services']);

const subdomain = {
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
  longest: 253,
  text:
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
};

const label = {
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  longest: 63,
  text:
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
};
