import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import type { Certificate } from './certificate.ts';
import { bits, boolean, der, objectId, octets, sequence, setOf, small, time, integer, utf8 } from './der.ts';

/**
 * Creates a self-signed X.509 certificate (RFC 5280) with a P-256 key. The certificate is valid for ten years. This
 * file encodes the certificate, because Node can sign data but cannot issue certificates. The certificate is its own
 * certificate authority. So a client has to trust only this certificate, and no other authority.
 *
 * @param hosts - the host names and IP addresses of the server
 * @param now - the current time in ms since 1970
 */
export function selfSigned(hosts: readonly string[], now: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(setOf(sequence(objectId('2.5.4.3'), utf8('rx-informer apiserver'))));
  const body = sequence(
    der(0xa0, small(2)), // the version of the certificate: the value 2 means X.509 version 3
    integer(serialNumber()),
    signedWith,
    name,
    sequence(time(now - hour), time(now + tenYears)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions(hosts))),
  );
  const signature = sign('sha256', body, privateKey);
  const cert = pem('CERTIFICATE', sequence(body, signedWith, bits(signature)));
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, cert, ca: cert };
}

/**
 * Returns a random serial number for a certificate. The first bits are 01, so the number is not negative and does not
 * begin with a zero byte.
 */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  return bytes.with(0, ((bytes[0] ?? 0) & 0x3f) | 0x40);
}

const hour = 3_600_000;
const tenYears = 10 * 365 * 24 * hour;

/** The signature algorithm ecdsa-with-SHA256. */
const signedWith = sequence(objectId('1.2.840.10045.4.3.2'));

function extensions(hosts: readonly string[]): readonly Uint8Array[] {
  const critical = boolean(true);
  const extension = (
    id: string,
    ...value: readonly [...flags: Uint8Array[], content: Uint8Array]
  ): Uint8Array => sequence(objectId(id), ...value.slice(0, -1), octets(value.at(-1) ?? new Uint8Array()));
  return [
    // basicConstraints: the certificate is a certificate authority
    extension('2.5.29.19', critical, sequence(boolean(true))),
    // keyUsage: the key may sign data and certificates
    extension('2.5.29.15', critical, bits(Buffer.from([0b1000_0100]), 2)),
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))), // extKeyUsage: a TLS server
    extension('2.5.29.17', sequence(...[...new Set(hosts)].map(alternativeName))),
  ];
}

function alternativeName(host: string): Uint8Array {
  return isIP(host) === 0 ? der(0x82, Buffer.from(host)) : der(0x87, addressBytes(host));
}

function addressBytes(host: string): Uint8Array {
  if (isIP(host) === 4) return Buffer.from(host.split('.').map(Number));
  const [head = '', tail] = host.split('::');
  const groups = (part: string | undefined): readonly string[] =>
    part === undefined || part === '' ? [] : part.split(':');
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const words = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
  return Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]));
}

function pem(label: string, bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
