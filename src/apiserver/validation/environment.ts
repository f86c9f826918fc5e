import { isRecord } from '../../objects/index.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';
import { type Check, every, isNothing, items, members, optional, required, text } from './check.ts';
import { ownResource, podFieldInEnvironment } from './downward-api.ts';
import { configKey, dnsLabel, dnsSubdomain } from './names.ts';

const keyOf = members({ name: required(dnsSubdomain), key: required(configKey) });

/** Checks the name of an environment variable. All printable ASCII characters except `=` are allowed. */
const variableName = text((given) =>
  /^[ -<>-~]+$/.test(given)
    ? undefined
    : "a valid environment variable name must consist only of printable ASCII characters other than '='",
);

const filePath = text((given) => (given.split('/').includes('..') ? "must not contain '..'" : undefined));

const sources: Readonly<Record<string, Check>> = {
  fieldRef: podFieldInEnvironment,
  resourceFieldRef: ownResource,
  configMapKeyRef: keyOf,
  secretKeyRef: keyOf,
  fileKeyRef: members({
    key: required(variableName),
    volumeName: required(dnsLabel),
    path: required(filePath),
  }),
};

const valueFrom = (value: string): Check => {
  return (source, path) => {
    if (!isRecord(source)) return [];
    const given = Object.entries(sources).filter(([name]) => isRecord(source[name]));
    return [
      ...given.flatMap(([name, check]) => check(source[name], `${path}.${name}`)),
      ...countErrors(given.length, value, path),
    ];
  };
};

function countErrors(count: number, value: string, path: string): readonly FieldError[] {
  const names = Object.keys(sources).map((name) => `\`${name}\``);
  if (count === 0)
    return [
      fieldInvalid(
        path,
        '',
        `must specify one of: ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`,
      ),
    ];
  if (value !== '') return [fieldInvalid(path, '', 'may not be specified when `value` is not empty')];
  return count > 1 ? [fieldInvalid(path, '', 'may not have more than one field specified at a time')] : [];
}

const variable: Check = (value, path) => {
  const plain = isRecord(value) && typeof value['value'] === 'string' ? value['value'] : '';
  return members({ name: required(variableName), valueFrom: valueFrom(plain) })(value, path);
};

export const environment: Check = items(variable);

const named = members({ name: required(dnsSubdomain) });

const sourceOfMany: Check = (value, path) => {
  const given = ['configMapRef', 'secretRef'].filter((name) => isRecord(value) && !isNothing(value[name]));
  const list = path.replace(/\[\d+\]$/, '');
  return [
    ...members({ prefix: optional(variableName) })(value, path),
    ...given.flatMap((name) => named((value as Readonly<Record<string, unknown>>)[name], `${path}.${name}`)),
    ...(given.length === 0
      ? [fieldInvalid(list, '', 'must specify one of: `configMapRef` or `secretRef`')]
      : []),
    ...(given.length > 1
      ? [fieldInvalid(list, '', 'may not have more than one field specified at a time')]
      : []),
  ];
};

/**
 * Checks `envFrom` of a container. `envFrom` names config maps and secrets, and all their keys become environment
 * variables.
 */
export const environmentSources: Check = every(items(sourceOfMany));
