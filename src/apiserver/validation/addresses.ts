import { isIP } from 'node:net';
import { type Check, text } from './check.ts';

/** The bits of an address, and how many an address of its family has. */
interface Address {
  readonly bits: bigint;
  readonly size: 32 | 128;
}

/** An address without a zone, and without zeros at the start of the numbers of IPv4. */
function addressOf(given: string): Address | undefined {
  const family = given.includes('%') ? 0 : isIP(given);
  if (family === 0) return undefined;
  return family === 4
    ? { bits: bitsOf(given.split('.'), 8, 10), size: 32 }
    : { bits: longBits(given), size: 128 };
}

const bitsOf = (parts: readonly string[], width: number, base: 10 | 16): bigint =>
  parts.reduce((sum, part) => (sum << BigInt(width)) | BigInt(base === 16 ? `0x${part}` : part), 0n);

/** `::` stands for as many zeros as are missing; the last two groups may be an IPv4 address. */
function longBits(given: string): bigint {
  const groups = given.replace(/(?:\d{1,3}\.){3}\d{1,3}$/, (tail) => {
    const bits = bitsOf(tail.split('.'), 8, 10);
    return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
  });
  const [head = [], tail = []] = groups
    .split('::')
    .map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return bitsOf([...head, ...zeros, ...tail], 16, 16);
}

const isMapped = ({ bits, size }: Address): boolean => size === 128 && bits >> 32n === 0xffffn;

const mapped = 'must not be an IPv4-mapped IPv6 address';

/** An address of IPv4 or IPv6 (`IsValidIPForLegacyField`). */
export const ipAddress: Check = text((given) => {
  const address = addressOf(given);
  if (address === undefined) return 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  return isMapped(address) ? mapped : undefined;
});

/** The family of an address: 4, 6, or 0 for a text that is no address. */
export const familyOf = (given: string): 0 | 4 | 6 => {
  const address = addressOf(given);
  return address === undefined ? 0 : address.size === 32 ? 4 : 6;
};

interface Block extends Address {
  readonly length: number;
}

function blockOf(given: string): Block | undefined {
  const [, start = '', length = ''] = /^([^/]*)\/(0|[1-9]\d*)$/.exec(given) ?? [];
  const address = addressOf(start);
  return address === undefined || Number(length) > address.size
    ? undefined
    : { ...address, length: Number(length) };
}

/** The bits behind the prefix of a block. */
const rest = ({ size, length }: Block): bigint => BigInt(size - length);

/** A block of addresses, `10.0.0.0/8` (`IsValidCIDRForLegacyField`). */
export const cidr: Check = text((given) => {
  const block = blockOf(given);
  if (block === undefined) return 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
  if (isMapped(block)) return 'must not have an IPv4-mapped IPv6 address';
  const start = (block.bits >> rest(block)) << rest(block);
  return start === block.bits ? undefined : 'must not have bits set beyond the prefix length';
});

/** Whether a text has the form of a block, whose address may be one that is refused. */
export const isBlock = (given: unknown): boolean => typeof given === 'string' && blockOf(given) !== undefined;

/** Whether a block lies in another and is smaller. */
export function isStrictSubset(part: string, whole: string): boolean {
  const [inner, outer] = [blockOf(part), blockOf(whole)];
  if (outer === undefined || inner?.size !== outer.size) return false;
  return inner.length > outer.length && inner.bits >> rest(outer) === outer.bits >> rest(outer);
}

/** Ranges of addresses that no endpoint may have. */
const special: readonly (readonly [block: string, why: string])[] = [
  ['0.0.0.0/32', 'may not be unspecified'],
  ['::/128', 'may not be unspecified'],
  ['127.0.0.0/8', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['::1/128', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['169.254.0.0/16', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  ['fe80::/10', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  ['224.0.0.0/24', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
  ['ff02::/16', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];

/** An address that other machines can reach (`ValidateEndpointIP`). */
export const endpointAddress: Check = text((given) => {
  const single = `${given}/${familyOf(given) === 4 ? 32 : 128}`;
  return special.find(([block]) => block === single || isStrictSubset(single, block))?.[1];
});
