/**
 * Returns the error message of apimachinery for a name that is not a DNS subdomain. Returns `undefined` for a valid
 * name. For a name that is too long, the message contains the maximum length and the word in `unit`.
 */
export function subdomainProblem(name: string, unit: 'bytes' | 'characters'): string | undefined {
  if (name.length > 253) return `must be no more than 253 ${unit}`;
  return subdomain.test(name) ? undefined : subdomainText;
}

/**
 * Returns the error message of apimachinery for a name that is not a DNS label. Returns `undefined` for a valid name.
 * The label may begin with a digit.
 */
export function labelProblem(name: string): string | undefined {
  if (name.length > 63) return 'must be no more than 63 characters';
  return label.test(name) ? undefined : labelText;
}

/**
 * Returns the error message for a DNS label that is invalid or begins with a digit. Returns `undefined` for a valid
 * label.
 */
export function alphabeticLabelProblem(name: string): string | undefined {
  if (name.length > 63) return 'must be no more than 63 characters';
  return alphabeticLabel.test(name) ? undefined : alphabeticLabelText;
}

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const alphabeticLabel = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const subdomainText =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const labelText =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

const alphabeticLabelText =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and " +
  "end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is " +
  "'[a-z]([-a-z0-9]*[a-z0-9])?')";
