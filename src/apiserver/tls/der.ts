/**
 * Encodes a value in ASN.1 DER (X.690), the binary format of certificates. Supports only the types that a certificate
 * needs.
 */
export function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return [0x80 | bytes.length, ...bytes];
}

export const sequence = (...items: readonly Uint8Array[]): Uint8Array => der(0x30, ...items);
export const setOf = (item: Uint8Array): Uint8Array => der(0x31, item);
export const boolean = (value: boolean): Uint8Array => der(0x01, Buffer.from([value ? 0xff : 0]));
export const octets = (content: Uint8Array): Uint8Array => der(0x04, content);
export const utf8 = (text: string): Uint8Array => der(0x0c, Buffer.from(text));

/**
 * Encodes an integer in DER. The first byte of `bytes` is the most significant byte. The integer may not be negative. A
 * leading zero byte is allowed only if DER requires the byte.
 */
export const integer = (bytes: Uint8Array): Uint8Array => der(0x02, bytes);

/** Encodes an integer from 0 to 127 in DER. */
export const small = (value: number): Uint8Array => der(0x02, Buffer.from([value]));

/** Encodes a bit string in DER. `unused` is the number of unused bits in the last byte. */
export const bits = (content: Uint8Array, unused = 0): Uint8Array =>
  der(0x03, Buffer.from([unused]), content);

/** Encodes an object identifier, such as `1.2.840.10045.4.3.2`, in DER. */
export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const digits = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f));
  return digits;
}

/** Encodes a time in whole seconds in DER. RFC 5280 requires a year with two digits for a time before 2050. */
export function time(ms: number): Uint8Array {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
  return digits < '2050'
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}
