import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate and its private key, in PEM format. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/**
 * Creates a self-signed certificate for 127.0.0.1 or for the given host, valid for one day. The certificate is created
 * at run time, so that no file of the repository contains a private key.
 */
export function selfSigned(commonName: string, host?: string): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(tagged(0x31, sequence(objectId(0x55, 4, 3), tagged(0x0c, Buffer.from(commonName)))));
  const algorithm = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2)); // OID of ecdsa-with-SHA256
  const address =
    host === undefined ? tagged(0x87, Buffer.of(127, 0, 0, 1)) : tagged(0x82, Buffer.from(host));
  const alternativeName = sequence(objectId(0x55, 0x1d, 0x11), tagged(0x04, sequence(address)));
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))), // X.509 version 3
    tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - 3_600_000), time(Date.now() + 86_400_000)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(0xa3, sequence(alternativeName)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign('sha256', content, privateKey)]));
  const base64 = sequence(content, algorithm, signature).toString('base64');

  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/** Encodes an element in the DER format: its tag, its length and its content. */
function tagged(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), bytes]);
}

const sequence = (...content: readonly Buffer[]): Buffer => tagged(0x30, ...content);
const objectId = (...bytes: readonly number[]): Buffer => tagged(0x06, Buffer.of(...bytes));
const time = (at: number): Buffer => {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
};
