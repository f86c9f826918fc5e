import type { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { isRecord } from '../../../objects/index.ts';
import { own } from '../../json.ts';
import { type Field, fieldsOf } from './fields.ts';
import { lengthOf, type Scalar, scalars } from './scalars.ts';
import { wire } from './wire.ts';

/**
 * Decodes a protobuf message to its JSON value. The message ends at the byte index `end`. Unknown fields are ignored.
 *
 * @throws RangeError, SyntaxError
 */
export function decodeMessage(
  reader: BinaryReader,
  end: number,
  message: string,
  depth = 0,
): Record<string, unknown> {
  if (depth > deepest) throw new RangeError('the message is nested too deep');
  const fields = fieldsOf(message);
  const object: Record<string, unknown> = {};
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = fields.get(number);
    if (field === undefined) reader.skip(wireType, number);
    else put(object, field, valueOf(reader, wireType, field, depth));
  }
  if (reader.pos !== end) throw new RangeError('a field reaches beyond its message');
  return object;
}

/** The maximum depth of nested protobuf messages. The messages of built-in types are far less deep. */
const deepest = 64;

function valueOf(reader: BinaryReader, wireType: WireType, field: Field, depth: number): unknown {
  if (field.shape === 'map') {
    expectWireType(wireType, 'LengthDelimited', field.name);
    return entryOf(reader, field, depth);
  }
  return one(reader, wireType, field, depth);
}

function one(reader: BinaryReader, wireType: WireType, { type, name }: Field, depth: number): unknown {
  const scalar: Scalar | undefined = own(scalars, type);
  expectWireType(wireType, scalar?.wireType ?? 'LengthDelimited', name);
  return scalar === undefined
    ? decodeMessage(reader, lengthOf(reader), type, depth + 1)
    : scalar.read(reader);
}

function expectWireType(given: WireType, expected: keyof typeof WireType, name: string): void {
  if (given !== wire().WireType[expected]) throw new RangeError(`wrong wire type for ${name}`);
}

/** Reads one entry of a protobuf map. Field 1 is the key, and field 2 is the value. */
function entryOf(reader: BinaryReader, field: Field, depth: number): readonly [string, unknown] {
  const end = lengthOf(reader);
  let key = '';
  let value: unknown;
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    if (number === 1 && wireType === wire().WireType.LengthDelimited) key = reader.string(true);
    else if (number === 2) value = one(reader, wireType, field, depth);
    else reader.skip(wireType, number);
  }
  if (value !== undefined) return [key, value];
  return [key, Object.hasOwn(empties, field.type) ? empties[field.type] : {}];
}

/** The empty value of each protobuf type. A map entry in protobuf omits an empty value. */
const empties: Readonly<Record<string, unknown>> = {
  string: '',
  bytes: '',
  quantity: '0',
  items: [],
  time: null,
};

function put(object: Record<string, unknown>, { name, shape, omitsEmpty }: Field, value: unknown): void {
  if (name === '.' && isRecord(value)) Object.assign(object, value);
  else if (shape === 'list') ((object[name] ??= []) as unknown[]).push(value);
  else if (shape === 'map') {
    const [key, member] = value as readonly [string, unknown];
    // `defineProperty` is necessary because a client may use the key `__proto__`.
    const property = { value: member, enumerable: true, writable: true, configurable: true };
    Object.defineProperty((object[name] ??= {}), key, property);
  } else if (value !== undefined && !(omitsEmpty && isEmpty(value))) object[name] = value;
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === 0 || value === false || (isRecord(value) && Object.keys(value).length === 0);
