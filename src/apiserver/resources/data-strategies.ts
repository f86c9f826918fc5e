import { type Json, recordAt } from '../json.ts';
import { type FieldError, fieldTooLong } from '../status/invalid.ts';
import type { Resource } from './resource.ts';

/** Bytes of all values together that a config map or a secret may have: 1 MiB. */
const mostBytes = 1_048_576;

/** Config maps: their size, whose field the real server does not name either. */
export const configMapStrategy: Pick<Resource, 'validate'> = {
  validate: (object) => {
    const size =
      sizeOf(recordAt(object, 'data'), textSize) + sizeOf(recordAt(object, 'binaryData'), bytesSize);
    return tooLarge(size, '[]');
  },
};

/** Secrets: their size. */
export const secretStrategy: Pick<Resource, 'validate'> = {
  validate: (object) => tooLarge(sizeOf(recordAt(object, 'data'), bytesSize), 'data'),
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
const bytesSize = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4);

const encoder = new TextEncoder();
