import { once } from 'node:events';
import { connect, isIP, isIPv4, type Socket } from 'node:net';
import { ConnectionError } from '../objects/index.ts';
import type { Destination } from './destination.ts';
import type { ProxyAddress } from './proxy-address.ts';

/** Asks a SOCKS proxy for a tunnel: version 5 (RFC 1928, RFC 1929), or 4 with the names of 4a. */
export async function socksTunnel(
  destination: Destination,
  proxy: ProxyAddress,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connect(proxy.port, proxy.host);
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    await once(socket, 'connect');
    const dialogue = proxy.protocol === 'socks4:' ? socks4 : socks5;
    await dialogue(socket, destination, proxy);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function socks5(socket: Socket, destination: Destination, proxy: ProxyAddress): Promise<void> {
  const withPassword = proxy.username !== '' || proxy.password !== '';
  socket.write(Buffer.of(5, withPassword ? 2 : 1, 0, ...(withPassword ? [2] : [])));
  const [, method] = await take(socket, 2);
  if (method === 2 && withPassword) {
    socket.write(Buffer.concat([Buffer.of(1), counted(proxy.username), counted(proxy.password)]));
    const [, outcome] = await take(socket, 2);
    if (outcome !== 0) throw refusal('the password in proxy-url is wrong');
  } else if (method !== 0) {
    throw refusal('it asks for a password, which belongs into proxy-url');
  }

  socket.write(Buffer.concat([Buffer.of(5, 1, 0), addressOf(destination.host), portOf(destination)]));
  const [, outcome = 1, , kind] = await take(socket, 4);
  if (outcome !== 0) throw refusal(replies[outcome] ?? `reply ${outcome}`);
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await take(socket, 1))[0] ?? 0);
  await take(socket, length + 2); // the proxy's own address and port
}

/** The replies of RFC 1928 §6. */
const replies: readonly (string | undefined)[] = [
  undefined,
  'general failure',
  'not allowed by its rules',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
];

/** An IPv4 address, an IPv6 address, or a name, which the proxy looks up. */
function addressOf(host: string): Buffer {
  if (isIPv4(host)) return Buffer.of(1, ...octetsOf(host));
  if (isIP(host) === 6) return Buffer.concat([Buffer.of(4), ipv6Of(host)]);
  return Buffer.concat([Buffer.of(3), counted(host)]);
}

async function socks4(
  socket: Socket,
  { host, port }: Destination,
  { username }: ProxyAddress,
): Promise<void> {
  if (isIP(host) === 6) throw refusal('SOCKS 4 knows no IPv6 address');
  const byName = !isIPv4(host);
  const address = byName ? [0, 0, 0, 1] : octetsOf(host);
  socket.write(
    Buffer.concat([
      Buffer.of(4, 1),
      portOf({ host, port }),
      Buffer.of(...address),
      Buffer.from(`${username}\0${byName ? `${host}\0` : ''}`),
    ]),
  );
  const [, outcome] = await take(socket, 8);
  if (outcome !== 0x5a) throw refusal(`reply ${outcome ?? 0}`);
}

const octetsOf = (address: string): number[] => address.split('.').map(Number);

/** WHATWG's URL writes every IPv6 address in one form, without a dotted end. */
function ipv6Of(host: string): Buffer {
  const [head = '', tail] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const front = groups(head);
  const back = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  const hex = [...front, ...zeros, ...back].map((group) => group.padStart(4, '0')).join('');
  return Buffer.from(hex, 'hex');
}

const portOf = ({ port }: Destination): Buffer => Buffer.of(port >> 8, port & 255);

/** Its length in one byte, then the text. */
function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) throw refusal('a name or password of more than 255 bytes does not fit');
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

/** The next bytes of the proxy, as many as asked for. */
function take(socket: Socket, size: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void): void => {
      socket.off('readable', attempt).off('close', closed).off('error', failed);
      settled();
    };
    const attempt = (): void => {
      const bytes = socket.read(size) as Buffer | null;
      if (bytes?.length === size) settle(() => resolve(bytes));
    };
    const closed = (): void => settle(() => reject(refusal('it closed the connection')));
    const failed = (error: Error): void => settle(() => reject(error));
    socket.on('readable', attempt).on('close', closed).on('error', failed);
    attempt();
  });
}

const refusal = (why: string): ConnectionError =>
  new ConnectionError(`the cluster's SOCKS proxy gave no tunnel: ${why}`, { answered: false });
