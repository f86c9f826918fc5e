import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { kindRules } from '../../../src/apiserver/resources/kind-rules.ts';
import { cidr, endpointAddress, ipAddress } from '../../../src/apiserver/validation/addresses.ts';
import type { Check } from '../../../src/apiserver/validation/check.ts';
import { networkPolicySpec } from '../../../src/apiserver/validation/network-policy.ts';

const problemOf = (check: Check, given: unknown): string | undefined =>
  check(given, 'at')[0]?.message.replace(/^Invalid value: "[^"]*": /, '');

const addresses = Array.from({ length: 300 }, (_, at) => `2001:db8::${at.toString(16)}`);

const slice = (given: readonly string[]): object => ({
  addressType: 'IPv6',
  endpoints: [{ addresses: given }],
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('ipAddress', () => {
  it.each([
    ['10.9.8.7', undefined],
    ['2001:db8::ffff', undefined],
    ['::', undefined],
    ['64:ff9b::10.9.8.7', undefined],
    ['10.09.8.7', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['fe80::1%eth0', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['::ffff:10.9.8.7', 'must not be an IPv4-mapped IPv6 address'],
    ['0:0:0:0:0:ffff:a09:807', 'must not be an IPv4-mapped IPv6 address'],
  ])('should validate the address %s', (given, problem) => {
    expect(problemOf(ipAddress, given)).toBe(problem);
  });
});

describe('cidr', () => {
  const beyond = 'must not have bits set beyond the prefix length';

  it.each([
    ['10.9.8.0/24', undefined],
    ['0.0.0.0/0', undefined],
    ['255.255.255.255/32', undefined],
    ['10.9.8.0/21', undefined],
    ['10.9.8.0/20', beyond],
    ['128.0.0.0/0', beyond],
    ['2001:db8::/64', undefined],
    ['2001:db8::/29', undefined],
    ['2001:db8::/28', beyond],
    ['10.9.8.0/33', 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
    ['::ffff:10.9.8.0/120', 'must not have an IPv4-mapped IPv6 address'],
  ])('should validate the block %s', (given, problem) => {
    expect(problemOf(cidr, given)).toBe(problem);
  });
});

describe('endpointAddress', () => {
  it.each([
    ['10.9.8.7', undefined],
    ['2001:db8::1', undefined],
    ['0.0.0.0', 'may not be unspecified (0.0.0.0)'],
    ['::', 'may not be unspecified (::)'],
    ['ff32::1', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
    ['0:0:0:0:0:0:0:0', 'may not be unspecified (0:0:0:0:0:0:0:0)'],
    ['127.9.8.7', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ['0:0:0:0:0:0:0:1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ['169.254.8.7', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
    ['febf::1', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
    ['fec0::1', undefined],
    ['224.0.0.7', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
    ['224.0.1.7', undefined],
    ['ff02::1', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
    ['x', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['::ffff:127.0.0.1', 'must not be an IPv4-mapped IPv6 address'],
  ])('should validate the endpoint %s', (given, problem) => {
    expect(problemOf(endpointAddress(), given)).toBe(problem);
  });
});

describe('the rules of endpoints', () => {
  const objects = {
    endpoints: { subsets: [{ addresses: addresses.map((ip) => ({ ip })), ports: [] }] },
    'endpointslices.discovery.k8s.io': slice(addresses),
  };

  it.each(Object.entries(objects))('should parse each address of %s once', (resource, object) => {
    const split = jest.spyOn(String.prototype, 'split');

    expect(kindRules[resource]?.validate(object as never, undefined)).toEqual([]);

    const parsed = split.mock.calls.filter(([separator]) => (separator as unknown) === '::');
    expect(parsed).toHaveLength(addresses.length);
  });

  it.each(Object.entries(objects))('should not check the unchanged addresses of %s', (resource, object) => {
    const split = jest.spyOn(String.prototype, 'split');

    expect(kindRules[resource]?.validate(object as never, structuredClone(object) as never)).toEqual([]);

    expect(split).not.toHaveBeenCalled();
  });

  it('should refuse an invalid address in an update that changes the endpoints', () => {
    const { validate } = kindRules['endpointslices.discovery.k8s.io'] ?? {};
    const [old, next] = [slice(['::1']), slice(['::1', '2001:db8::1'])];

    expect(validate?.(next as never, old as never).map(({ field }) => field)).toEqual([
      'endpoints[0].addresses[0]',
    ]);
    expect(validate?.(old as never, old as never)).toEqual([]);
  });
});

describe('networkPolicySpec', () => {
  it('should refuse a block that is not a strict subset of the other block', () => {
    const errorsOf = (...except: readonly string[]): readonly string[] =>
      networkPolicySpec({ ingress: [{ from: [{ ipBlock: { cidr: '10.8.0.0/13', except } }] }] }, '').map(
        ({ field, message }) => `${field.replace(/.*\./, '')}: ${message.replace(/.*": /, '')}`,
      );

    expect(errorsOf('10.8.0.0/14', '10.15.255.255/32')).toEqual([]);
    expect(errorsOf('10.8.0.0/13', '10.16.0.0/14', '2001:db8::/64', 'x')).toEqual([
      'except[0]: must be a strict subset of `cidr`',
      'except[1]: must be a strict subset of `cidr`',
      'except[2]: must be a strict subset of `cidr`',
      'except[3]: must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ]);
  });
});
