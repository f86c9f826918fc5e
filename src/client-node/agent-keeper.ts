import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import { nodeHttp, nodeHttps, nodeTls } from './node-modules.ts';
import type { ProxyAddress } from './proxy-address.ts';
import { fingerprintOf, type TlsMaterial } from './tls-material.ts';
import { tunnelTo } from './tunnel.ts';

/** What a connection to the server depends on. */
interface Way {
  readonly protocol: string;
  readonly tls: TlsMaterial;
  /** Of a cluster that is behind a proxy. */
  readonly proxy: ProxyAddress | undefined;
}

/** An agent for the time of one request. */
interface AgentLease {
  readonly agent: Agent;
  /** Aborted when the request is over: a tunnel that is being made for it is then given up. */
  readonly over: AbortSignal;
  /** The request is over. */
  release(): void;
}

/** Holds one keep-alive agent, and another when the way to the server has changed. */
export interface AgentKeeper {
  lease(way: Way): AgentLease;
}

/** Idle probes after 30 s, so that a host that is gone is noticed. */
export const keepAliveMilliseconds = 30_000;

interface Held {
  readonly fingerprint: string;
  readonly agent: Agent;
  requests: number;
  isRetired: boolean;
}

/** An agent that was replaced is destroyed when its last request is over, so that none of its idle sockets stays. */
export function createAgentKeeper(): AgentKeeper {
  let current: Held | undefined;

  const destroyIfIdle = (held: Held): void => {
    if (held.isRetired && held.requests === 0) held.agent.destroy();
  };

  return {
    lease(way) {
      const fingerprint = JSON.stringify([way.protocol, way.proxy, fingerprintOf(way.tls)]);
      if (current?.fingerprint !== fingerprint) {
        const agent = agentFor(way);
        if (current !== undefined) {
          current.isRetired = true;
          destroyIfIdle(current);
        }
        current = { fingerprint, agent, requests: 0, isRetired: false };
      }
      const held = current;
      const over = new AbortController();
      held.requests++;
      return {
        agent: held.agent,
        over: over.signal,
        release() {
          over.abort(requestIsOver);
          held.requests--;
          destroyIfIdle(held);
        },
      };
    },
  };
}

/**
 * Made once. A socket keeps the options of the request that opened it, and so this error, for as long as it is open; one that is
 * made in `release` keeps by its stack all that the request has brought.
 */
const requestIsOver = new Error('the request is over');

const keepAlive = { keepAlive: true, keepAliveMsecs: keepAliveMilliseconds } as const;

function agentFor({ protocol, tls: material, proxy }: Way): Agent {
  const isSecure = protocol === 'https:';
  const agent = isSecure
    ? new (nodeHttps().Agent)({ ...material, ...keepAlive })
    : new (nodeHttp().Agent)(keepAlive);
  return proxy === undefined ? agent : Object.assign(agent, tunnelling(proxy, isSecure));
}

/** What an agent gives the function that connects: the request's options and its own. */
interface ConnectionOptions extends TlsOptions {
  readonly over?: AbortSignal;
}

type Connected = (error: Error | null, socket?: Duplex) => void;

/** How an agent connects through a proxy. client-node's agents cannot be used: each keeps the certificate it began with. */
function tunnelling(proxy: ProxyAddress, isSecure: boolean): object {
  return {
    createConnection(options: ConnectionOptions, connected: Connected): undefined {
      const making = new AbortController();
      const abort = (): void => making.abort();
      options.over?.addEventListener('abort', abort);

      tunnelTo({ host: options.host ?? '', port: Number(options.port) }, proxy, making.signal)
        .finally(() => options.over?.removeEventListener('abort', abort))
        // Of the tunnel itself: TLS inside one has no probes to set.
        .then((socket) => socket.setKeepAlive(true, keepAliveMilliseconds))
        .then((socket) => (isSecure ? secured(socket, options) : socket))
        .then((socket) => connected(null, socket), connected);
    },
  };
}

function secured(socket: Socket, options: ConnectionOptions): Duplex {
  try {
    return nodeTls().connect({ ...options, socket });
  } catch (error) {
    socket.destroy(); // the TLS material is none
    throw error;
  }
}
