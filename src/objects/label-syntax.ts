/** What is wrong with the key of a label, if anything: `[DNS subdomain/]name` (apimachinery's `IsLabelKey`). */
export function labelKeyProblem(key: string): string | undefined {
  const [first = '', second, ...more] = key.split('/');
  if (more.length > 0) return 'a label key has at most one slash';

  const prefix = second === undefined ? undefined : first;
  if (prefix !== undefined && (prefix.length > 253 || !subdomain.test(prefix))) {
    return 'the prefix of a label key is a DNS subdomain: lower case letters, digits, - and ., 253 characters at most';
  }
  return nameProblem('the name in a label key', second ?? first, 1);
}

/** What is wrong with the value of a label, if anything; the empty value is right (`IsLabelValue`). */
export function labelValueProblem(value: string): string | undefined {
  return value === '' ? undefined : nameProblem('a label value', value, 0);
}

function nameProblem(what: string, text: string, least: 0 | 1): string | undefined {
  if (text.length <= 63 && name.test(text)) return undefined;
  return `${what} has ${least} to 63 letters, digits, -, _ and ., a letter or digit at both ends`;
}

const name = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
