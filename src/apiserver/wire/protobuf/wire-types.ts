import type { WireType } from '@bufbuild/protobuf/wire';

/** A whole number. */
export const varint: WireType.Varint = 0;

/** Bytes with their length in front: a text, or a message. */
export const lengthDelimited: WireType.LengthDelimited = 2;
