import { isIP } from 'node:net';
import { fieldInvalid } from '../status/invalid.ts';
import { type Check, text } from './check.ts';

/**
 * An IP address as numbers of 16 bits: 2 numbers for IPv4, 8 numbers for IPv6. An address is not a BigInt, because
 * BigInts are too slow for an object with tens of thousands of addresses.
 */
type Address = readonly number[];

const width = 16;

/**
 * Parses an IP address. Returns `undefined` for an invalid address, for an address with a zone, and for an IPv4 address
 * with leading zeros.
 */
function addressOf(given: string): Address | undefined {
  const family = given.includes('%') ? 0 : isIP(given);
  if (family === 0) return undefined;
  return family === 4 ? shortAddress(given) : longAddress(given);
}

function shortAddress(given: string): Address {
  const [a = 0, b = 0, c = 0, d = 0] = given.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/**
 * Parses an IPv6 address. `::` represents the missing zeros. The last two numbers may be written as an IPv4 address, as
 * in `::ffff:10.0.0.1`.
 */
function longAddress(given: string): Address {
  const [head = [], tail = []] = given.split('::').map((side) => (side === '' ? [] : groupsOf(side)));
  const zeros = new Array<number>(8 - head.length - tail.length).fill(0);
  return [...head, ...zeros, ...tail];
}

const groupsOf = (side: string): readonly number[] =>
  side.split(':').flatMap((group) => (group.includes('.') ? shortAddress(group) : parseInt(group, 16)));

const familyOf = (address: Address): 4 | 6 => (address.length === 2 ? 4 : 6);

const isMapped = (address: Address): boolean => familyOf(address) === 6 && isWithin(address, mappedBlock);

const noAddress = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const mapped = 'must not be an IPv4-mapped IPv6 address';

/** Checks an IPv4 or IPv6 address (`IsValidIPForLegacyField`). */
export const ipAddress: Check = text((given) => {
  const address = addressOf(given);
  if (address === undefined) return noAddress;
  return isMapped(address) ? mapped : undefined;
});

/** An IP address range (CIDR). All addresses of the range have the same first bits as `start`. */
interface Block {
  readonly start: Address;
  /** The number of first bits that all addresses of the range share. */
  readonly length: number;
}

/**
 * Parses an IP address range such as `10.0.0.0/8`. Returns `undefined` for an invalid range. Accepts a range whose
 * address has bits other than 0 after the prefix, such as `10.1.2.3/8`. A separate check may reject such a range.
 */
export function blockOf(given: unknown): Block | undefined {
  if (typeof given !== 'string') return undefined;
  const [, address = '', length = ''] = /^([^/]*)\/(0|[1-9]\d*)$/.exec(given) ?? [];
  const start = addressOf(address);
  return start === undefined || Number(length) > start.length * width
    ? undefined
    : { start, length: Number(length) };
}

/**
 * An IP address range has a prefix of `length` bits. Returns how many bits of the 16-bit number at an index come after
 * this prefix.
 */
const restOf = (at: number, length: number): number =>
  Math.max(0, Math.min(width, (at + 1) * width - length));

/** Returns whether an IP address range contains an address. */
const isWithin = (address: Address, { start, length }: Block): boolean =>
  address.length === start.length &&
  start.every((group, at) => (group ^ (address[at] ?? 0)) >> restOf(at, length) === 0);

const hasRest = ({ start, length }: Block): boolean =>
  start.some((group, at) => (group & ((1 << restOf(at, length)) - 1)) !== 0);

/** Checks an IP address range, such as `10.0.0.0/8` (`IsValidCIDRForLegacyField`). */
export const cidr: Check = text((given) => {
  const block = blockOf(given);
  if (block === undefined) return 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
  if (isMapped(block.start)) return 'must not have an IPv4-mapped IPv6 address';
  return hasRest(block) ? 'must not have bits set beyond the prefix length' : undefined;
});

/** Returns whether an IP address range is inside another range and smaller than the other range. */
export const isStrictSubset = (inner: Block, outer: Block): boolean =>
  inner.length > outer.length && isWithin(inner.start, outer);

const block = (given: string): Block => blockOf(given) ?? { start: [], length: 0 };

const mappedBlock = block('::ffff:0:0/96');

/**
 * The IP address ranges that an endpoint may not use, each with its error message. In the message, `%v` is replaced by
 * the address.
 */
const special: readonly (readonly [block: Block, why: string])[] = [
  [block('0.0.0.0/32'), 'may not be unspecified (%v)'],
  [block('::/128'), 'may not be unspecified (%v)'],
  [block('127.0.0.0/8'), 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [block('::1/128'), 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [block('169.254.0.0/16'), 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  [block('fe80::/10'), 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  [block('224.0.0.0/24'), 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
  // Go checks only the scope of a multicast address. So this list contains a range for each value of the 4 flag bits
  // before the scope.
  ...Array.from('0123456789abcdef', (flags): readonly [Block, string] => [
    block(`ff${flags}2::/16`),
    'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ]),
];

/**
 * Checks the IP address of an endpoint (`IsValidIPForLegacyField`, then `ValidateEndpointIP`). Rejects an address that
 * other hosts cannot reach, such as a loopback address.
 *
 * @param family - the required IP family. As in the kube-apiserver, the path of the error for the wrong family has no
 * index.
 */
export function endpointAddress(family?: 4 | 6): Check {
  return (value, path) => {
    const given = typeof value === 'string' ? value : '';
    const address = addressOf(given);
    if (address === undefined) return [fieldInvalid(path, given, noAddress)];
    if (isMapped(address)) return [fieldInvalid(path, given, mapped)];
    const why = special.find(([range]) => isWithin(address, range))?.[1];
    return [
      ...(family === undefined || familyOf(address) === family
        ? []
        : [fieldInvalid(path.replace(/\[\d+\]$/, ''), given, `must be an IPv${family} address`)]),
      ...(why === undefined ? [] : [fieldInvalid(path, given, why.replace('%v', given))]),
    ];
  };
}
