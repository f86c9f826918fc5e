import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/**
 * Returns the errors in the keys of a config map or a secret. The messages are those of `IsConfigMapKey` in
 * apimachinery.
 */
export function configKeyErrors(field: string, keys: readonly string[]): readonly FieldError[] {
  return keys.flatMap((key) => problemsOf(key).map((why) => fieldInvalid(`${field}[${key}]`, key, why)));
}

function problemsOf(key: string): readonly string[] {
  return [
    ...(Buffer.byteLength(key) > 253 ? ['must be no more than 253 bytes'] : []),
    ...(/^[-._a-zA-Z0-9]+$/.test(key) ? [] : [form]),
    ...(key === '.' || key === '..' ? [`must not be '${key}'`] : []),
    ...(key.startsWith('..') && key !== '..' ? ["must not start with '..'"] : []),
  ];
}

const form =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  " +
  "or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
