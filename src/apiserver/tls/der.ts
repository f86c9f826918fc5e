/** ASN.1 in its distinguished encoding, as far as a certificate needs it (X.690). */
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

/** A whole number, high byte first: one that is not negative, in as few bytes as it takes. */
export const integer = (bytes: Uint8Array): Uint8Array => der(0x02, bytes);

/** A whole number below 128. */
export const small = (value: number): Uint8Array => der(0x02, Buffer.from([value]));

/** Bits, so many of the last byte of which are none. */
export const bits = (content: Uint8Array, unused = 0): Uint8Array =>
  der(0x03, Buffer.from([unused]), content);

/** `1.2.840.10045.4.3.2`. */
export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const digits = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f));
  return digits;
}

/** A time in whole seconds, before 2050 in the short form, as RFC 5280 has it. */
export function time(ms: number): Uint8Array {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
  return digits < '2050'
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}
