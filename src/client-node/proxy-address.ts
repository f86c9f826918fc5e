import { Buffer } from 'node:buffer';
import { OptionsError } from '../objects/index.ts';

export interface ProxyAddress {
  readonly protocol: 'http:' | 'https:' | 'socks4:' | 'socks5:';
  readonly host: string;
  readonly port: number;
  /** The user name for the proxy. User name and password are empty if the proxy needs no password. */
  readonly username: string;
  readonly password: string;
}

/**
 * Parses the `proxy-url` of a cluster. The proxy resolves host names, also for `socks4:` and `socks5:`, as in client-go.
 *
 * @throws OptionsError for another protocol, and for a user name or password that SOCKS 5 cannot send. The
 * error does not show the URL, because the URL can contain a password
 */
export function proxyAddressOf(url: string): ProxyAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const known = protocols.get(parsed?.protocol ?? '');
  if (parsed === undefined || known === undefined || parsed.hostname === '') {
    throw new OptionsError("kubeConfigTransport: the cluster's proxy-url", '(not shown)', allowed);
  }
  const [username, password] = [decoded(parsed.username), decoded(parsed.password)];
  if (known === socks5 && [username, password].some((text) => Buffer.byteLength(text) > longestOfSocks5)) {
    throw new OptionsError(
      "kubeConfigTransport: the user name and password in the cluster's proxy-url",
      '(not shown)',
      `at most ${longestOfSocks5} bytes each for a socks5 proxy`,
    );
  }
  return {
    protocol: known.protocol,
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? known.port : Number(parsed.port),
    username,
    password,
  };
}

const allowed = 'an http, https, socks4 or socks5 URL';
/**
 * The maximum length of a user name or password for SOCKS 5, in bytes. RFC 1929 encodes this length in one
 * byte.
 */
const longestOfSocks5 = 255;

type Known = Pick<ProxyAddress, 'protocol' | 'port'>;

const socks4: Known = { protocol: 'socks4:', port: 1080 };
const socks5: Known = { protocol: 'socks5:', port: 1080 };

const protocols: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['http:', { protocol: 'http:', port: 80 }],
  ['https:', { protocol: 'https:', port: 443 }],
  ['socks4:', socks4],
  ['socks4a:', socks4],
  ['socks:', socks5],
  ['socks5:', socks5],
  ['socks5h:', socks5],
]);

/** Decodes a percent-encoded text. A percent sign that is not part of an encoding stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface Destination {
  readonly host: string;
  readonly port: number;
}
