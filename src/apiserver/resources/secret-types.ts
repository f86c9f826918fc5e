import { isRecord } from '../../objects/index.ts';
import { type Json, recordAt } from '../json.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';

/**
 * Returns the errors in the data of a secret for its type. For example, a key that the type requires may be missing.
 */
export function secretTypeErrors(secret: Json): readonly FieldError[] {
  const data = recordAt(secret, 'data');
  const has = (key: string): boolean => Object.hasOwn(data, key);
  switch (secret['type']) {
    case 'kubernetes.io/service-account-token':
      return isOfAccount(secret) ? [] : [fieldRequired(`metadata.annotations[${account}]`, '')];
    case 'kubernetes.io/dockercfg':
      return has('.dockercfg') ? jsonErrors(data, '.dockercfg') : lacking('.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return has('.dockerconfigjson') ? jsonErrors(data, '.dockerconfigjson') : lacking('.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return has('username') || has('password') ? [] : lacking('username', 'password');
    case 'kubernetes.io/ssh-auth':
      return has('ssh-privatekey') ? [] : lacking('ssh-privatekey');
    case 'kubernetes.io/tls':
      return lacking(...['tls.crt', 'tls.key'].filter((key) => !has(key)));
    default:
      return [];
  }
}

const account = 'kubernetes.io/service-account.name';

const isOfAccount = ({ metadata }: Json): boolean =>
  isRecord(metadata) && (recordAt(metadata, 'annotations')[account] ?? '') !== '';

const lacking = (...keys: readonly string[]): readonly FieldError[] =>
  keys.map((key) => fieldRequired(`data[${key}]`, ''));

/** Checks that the value of a key in a secret is a JSON object. The error does not contain the secret value. */
function jsonErrors(data: Json, key: string): readonly FieldError[] {
  try {
    if (isRecord(JSON.parse(Buffer.from(String(data[key]), 'base64').toString()))) return [];
  } catch {
    // A value that is not JSON gets the same error as JSON that is not an object.
  }
  return [fieldInvalid(`data[${key}]`, '<secret contents redacted>', 'it must be a JSON object')];
}
