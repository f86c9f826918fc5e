import { type Json, recordAt } from '../json.ts';
import { type FieldError, fieldInvalid, fieldTooLong } from '../status/invalid.ts';
import { configKeyErrors } from './config-keys.ts';
import type { Resource } from './resource.ts';
import { secretTypeErrors } from './secret-types.ts';

/** The maximum size of all values of a config map or a secret together: 1 MiB. */
const maxBytes = 1_048_576;

/**
 * The strategy of config maps: validates the keys and the total size. As in the kube-apiserver, the field in the error
 * for the size is `[]`.
 */
export const configMapStrategy: Pick<Resource, 'validate'> = {
  validate: (object) => {
    const [data, binaryData] = [recordAt(object, 'data'), recordAt(object, 'binaryData')];
    const keys = Object.keys(data);
    return [
      ...configKeyErrors('data', keys),
      ...keys
        .filter((key) => Object.hasOwn(binaryData, key))
        .map((key) => fieldInvalid(`data[${key}]`, key, 'duplicate of key present in binaryData')),
      ...configKeyErrors('binaryData', Object.keys(binaryData)),
      ...tooLarge(sizeOf(data, textSize) + sizeOf(binaryData, bytesSize), '[]'),
    ];
  },
};

/** The strategy of secrets: validates the total size, the keys, and the rules for the type of the secret. */
export const secretStrategy: Pick<Resource, 'validate'> = {
  validate: (object) => {
    const data = recordAt(object, 'data');
    return [
      ...tooLarge(sizeOf(data, bytesSize), 'data'),
      ...configKeyErrors('data', Object.keys(data)),
      ...secretTypeErrors(object),
    ];
  },
};

const tooLarge = (size: number, field: string): readonly FieldError[] =>
  size > maxBytes ? [fieldTooLong(field, maxBytes)] : [];

function sizeOf(values: Json, sizeOfOne: (value: string) => number): number {
  return Object.values(values).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? sizeOfOne(value) : 0),
    0,
  );
}

const textSize = (text: string): number => encoder.encode(text).length;

/** Returns the number of bytes in a base64 text after decoding. */
const bytesSize = (text: string): number => Math.floor((text.replace(/={1,2}$/, '').length * 3) / 4);

const encoder = new TextEncoder();
