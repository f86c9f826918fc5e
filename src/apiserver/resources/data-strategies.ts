import { type Json, recordAt } from '../json.ts';
import { type FieldError, fieldInvalid, fieldTooLong } from '../status/invalid.ts';
import { configKeyErrors } from './config-keys.ts';
import type { Resource } from './resource.ts';
import { secretTypeErrors } from './secret-types.ts';

/** Bytes of all values together that a config map or a secret may have: 1 MiB. */
const mostBytes = 1_048_576;

/** Config maps: their keys, and their size, whose field the real server does not name either. */
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

/** Secrets: their size, their keys, and what their type asks for. */
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
  size > mostBytes ? [fieldTooLong(field, mostBytes)] : [];

function sizeOf(values: Json, sizeOfOne: (value: string) => number): number {
  return Object.values(values).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? sizeOfOne(value) : 0),
    0,
  );
}

const textSize = (text: string): number => encoder.encode(text).length;

/** Of what base64 stands for. */
const bytesSize = (text: string): number => Math.floor((text.replace(/={1,2}$/, '').length * 3) / 4);

const encoder = new TextEncoder();
