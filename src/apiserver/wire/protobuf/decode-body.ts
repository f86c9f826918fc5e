import type { BinaryReader } from '@bufbuild/protobuf/wire';
import { kinds } from '../../generated/messages.ts';
import { type Json, own } from '../../json.ts';
import { Refusal } from '../../status/refusal.ts';
import { badRequest } from '../../status/refusals.ts';
import { decodeMessage } from './decode-message.ts';
import { boundedReader, wire } from './wire.ts';

/** The media type of a protobuf body in Kubernetes. */
export const protobufType = 'application/vnd.kubernetes.protobuf';

/**
 * Decodes a protobuf body to the object that the same body in JSON would contain (P136). The body is `k8s\0`, followed
 * by a `runtime.Unknown` that contains the message. Returns `undefined` for a kind without a protobuf format, such as a
 * custom resource.
 *
 * @throws Refusal 400 for an invalid body, 413 for too many fields
 */
export function decodeBody(bytes: Uint8Array): Json | undefined {
  if (!magic.every((byte, at) => bytes[at] === byte)) {
    throw badRequest('the object provided is unrecognized: it does not begin as protobuf does');
  }
  try {
    const { apiVersion, kind, raw } = envelopeOf(boundedReader(bytes.subarray(magic.length)));
    const message = own(kinds, `${apiVersion}/${kind}`) ?? own(kinds, kind);
    if (message === undefined) return undefined;
    return { kind, apiVersion, ...decodeMessage(boundedReader(raw), raw.length, message) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw badRequest(`the object provided is unrecognized: ${why}`);
  }
}

const magic = [0x6b, 0x38, 0x73, 0];

interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

/**
 * Reads a `runtime.Unknown` message. Field 1 contains the kind and the apiVersion, and field 2 contains the encoded
 * object.
 */
function envelopeOf(reader: BinaryReader): Envelope {
  const parts = partsOf(reader);
  const type = partsOf(boundedReader(parts.get(1) ?? new Uint8Array()));
  const text = (number: number): string => Buffer.from(type.get(number) ?? []).toString();
  return { apiVersion: text(1), kind: text(2), raw: parts.get(2) ?? new Uint8Array() };
}

function partsOf(reader: BinaryReader): ReadonlyMap<number, Uint8Array> {
  const parts = new Map<number, Uint8Array>();
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (wireType === wire().WireType.LengthDelimited) parts.set(number, reader.bytes());
    else reader.skip(wireType, number);
  }
  return parts;
}
