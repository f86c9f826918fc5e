import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/**
 * Returns the errors in the owner references of an object. As in the kube-apiserver, the path in an error does not
 * contain the index of the owner reference, such as `[0]`.
 */
export function ownerErrors(references: unknown, path: string): readonly FieldError[] {
  if (!Array.isArray(references)) return [];
  const owners = references.filter(isRecord);
  return [...owners.flatMap((owner) => errorsOf(owner, path)), ...controllerErrors(owners, path)];
}

function errorsOf(owner: Json, path: string): readonly FieldError[] {
  const { kind } = owner;
  const { group, version } = groupVersionOf(text(owner['apiVersion']));
  const errors: FieldError[] = [];
  if (version === '') {
    errors.push(fieldInvalid(`${path}.apiVersion`, text(owner['apiVersion']), 'version must not be empty'));
  }
  for (const name of ['kind', 'name', 'uid']) {
    if (text(owner[name]) === '') errors.push(fieldInvalid(`${path}.${name}`, '', 'must not be empty'));
  }
  if (group === '' && version === 'v1' && kind === 'Event') {
    errors.push(fieldInvalid(path, shown(owner), '/v1, Kind=Event is disallowed from being an owner'));
  }
  return errors;
}

/** Returns an error if more than one owner reference has `controller: true`. */
function controllerErrors(owners: readonly Json[], path: string): readonly FieldError[] {
  const [first, second] = owners
    .filter(({ controller }) => controller === true)
    .map(({ kind, name }) => `${text(kind)}/${text(name)}`);
  if (first === undefined || second === undefined) return [];
  const why = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`;
  return [fieldInvalid(path, owners.map(shown), why)];
}

/** Returns an owner reference for an error message, with its required members first. */
function shown({ apiVersion, kind, name, uid, ...more }: Json): Json {
  return { apiVersion: text(apiVersion), kind: text(kind), name: text(name), uid: text(uid), ...more };
}

/**
 * Splits an `apiVersion` into its group and its version. An `apiVersion` with more than one slash has an empty group
 * and an empty version.
 */
export function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  const parts = apiVersion.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) return { group: '', version: '' };
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
