import type { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { wire } from './wire.ts';

/** A protobuf type whose JSON is a single value, with the function that reads the value. */
export interface Scalar {
  readonly wireType: keyof typeof WireType;
  /**
   * Reads the value from the protobuf bytes.
   *
   * @throws RangeError if the bytes end before the value ends, SyntaxError for invalid JSON
   */
  readonly read: (reader: BinaryReader) => unknown;
}

/**
 * The protobuf types that become a single JSON value. The keys are the type names in the struct tags of `k8s.io/api`.
 */
export const scalars: Readonly<Record<string, Scalar>> = {
  string: { wireType: 'LengthDelimited', read: (reader) => reader.string(true) },
  bytes: { wireType: 'LengthDelimited', read: (reader) => Buffer.from(reader.bytes()).toString('base64') },
  bool: { wireType: 'Varint', read: (reader) => reader.bool() },
  int: { wireType: 'Varint', read: (reader) => Number(reader.int64()) },
  json: message((numbers) => {
    const raw = Buffer.from(numbers.bytes(1)).toString();
    return raw === '' ? undefined : (JSON.parse(raw) as unknown);
  }),
  quantity: message((numbers) => numbers.text(1)),
  items: message((numbers) => numbers.texts(1)),
  time: message((numbers) => timeOf(numbers, (iso) => `${iso.slice(0, 19)}Z`)),
  microTime: message((numbers) => {
    const micros = String(Math.floor(numbers.int(2) / 1000)).padStart(6, '0');
    return timeOf(numbers, (iso) => `${iso.slice(0, 19)}.${micros}Z`);
  }),
  intOrString: message((numbers) => (numbers.int(1) === 1 ? numbers.text(3) : numbers.int(2))),
};

/** The values of a small protobuf message by field number. An absent field has the value 0 or an empty value. */
interface Numbers {
  readonly int: (number: number) => number;
  readonly text: (number: number) => string;
  readonly texts: (number: number) => readonly string[];
  readonly bytes: (number: number) => Uint8Array;
  readonly isEmpty: boolean;
}

function message(show: (numbers: Numbers) => unknown): Scalar {
  return { wireType: 'LengthDelimited', read: (reader) => show(numbersOf(reader)) };
}

function numbersOf(reader: BinaryReader): Numbers {
  const end = lengthOf(reader);
  const ints = new Map<number, number>();
  const texts = new Map<number, Uint8Array[]>();
  const { Varint, LengthDelimited } = wire().WireType;
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    if (wireType === Varint) ints.set(number, Number(reader.int64()));
    else if (wireType === LengthDelimited) {
      const known = texts.get(number);
      if (known === undefined) texts.set(number, [reader.bytes()]);
      else known.push(reader.bytes());
    } else reader.skip(wireType, number);
  }
  const last = (number: number): Uint8Array => texts.get(number)?.at(-1) ?? new Uint8Array();
  return {
    int: (number) => ints.get(number) ?? 0,
    text: (number) => Buffer.from(last(number)).toString(),
    texts: (number) => (texts.get(number) ?? []).map((bytes) => Buffer.from(bytes).toString()),
    bytes: last,
    isEmpty: ints.size === 0 && texts.size === 0,
  };
}

/**
 * Returns the time in a protobuf message as text. Returns `undefined` for an empty message, because kubectl sends an
 * empty message as `creationTimestamp`.
 */
function timeOf(numbers: Numbers, show: (iso: string) => string): string | undefined {
  if (numbers.isEmpty) return undefined;
  const date = new Date(numbers.int(1) * 1000);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw new RangeError('a time out of range');
  return show(date.toISOString());
}

/**
 * Reads the length of a protobuf message, and returns the byte index after the message.
 *
 * @throws RangeError if the body ends before this index
 */
export function lengthOf(reader: BinaryReader): number {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw new RangeError('premature EOF');
  return end;
}
