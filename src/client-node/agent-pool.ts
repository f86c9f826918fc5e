import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import { nodeHttp, nodeHttps, nodeTls } from './node-modules.ts';
import type { ProxyAddress } from './proxy-address.ts';
import { fingerprintOf, type TlsMaterial } from './tls-material.ts';
import { tunnelTo } from './tunnel.ts';

/** The parameters of a connection to the server. If a parameter changes, a new agent is needed. */
interface Route {
  readonly protocol: string;
  readonly tls: TlsMaterial;
  readonly proxy: ProxyAddress | undefined;
}

/** An agent that one request uses until its end. */
interface AgentLease {
  readonly agent: Agent;
  /**
   * A signal that aborts at the end of the request. The abort closes a tunnel to the proxy that is not open
   * yet.
   */
  readonly endSignal: AbortSignal;
  release(): void;
}

/** Provides one keep-alive agent. If the route to the server changes, the pool replaces the agent. */
export interface AgentPool {
  lease(route: Route): AgentLease;
}

/** The idle time in ms after which TCP keep-alive probes begin. The probes detect a host that is lost. */
export const keepAliveMilliseconds = 30_000;

interface PooledAgent {
  readonly fingerprint: string;
  readonly agent: Agent;
  requests: number;
  isRetired: boolean;
}

/**
 * Creates a pool. The pool destroys a replaced agent at the end of its last request, so that no idle socket
 * stays open.
 */
export function createAgentPool(): AgentPool {
  let current: PooledAgent | undefined;

  const destroyIfIdle = (pooled: PooledAgent): void => {
    if (pooled.isRetired && pooled.requests === 0) pooled.agent.destroy();
  };

  return {
    lease(route) {
      const fingerprint = JSON.stringify([route.protocol, route.proxy, fingerprintOf(route.tls)]);
      if (current?.fingerprint !== fingerprint) {
        const agent = agentFor(route);
        if (current !== undefined) {
          current.isRetired = true;
          destroyIfIdle(current);
        }
        current = { fingerprint, agent, requests: 0, isRetired: false };
      }
      const pooled = current;
      const ended = new AbortController();
      pooled.requests++;
      return {
        agent: pooled.agent,
        endSignal: ended.signal,
        release() {
          ended.abort(requestEnded);
          pooled.requests--;
          destroyIfIdle(pooled);
        },
      };
    },
  };
}

/**
 * All requests share this constant error. An open socket keeps the options of the request that opened the
 * socket, and so also this error. If `release` created an error for each request, the stack of the error
 * would keep the data of the request in memory.
 */
const requestEnded = new Error('the request is over');

const keepAlive = { keepAlive: true, keepAliveMsecs: keepAliveMilliseconds } as const;

function agentFor({ protocol, tls: material, proxy }: Route): Agent {
  const isSecure = protocol === 'https:';
  const agent = isSecure
    ? new (nodeHttps().Agent)({ ...material, ...keepAlive })
    : new (nodeHttp().Agent)(keepAlive);
  return proxy === undefined ? agent : Object.assign(agent, tunnelOptions(proxy, isSecure));
}

/**
 * The options that a Node agent passes to `createConnection`: the options of the request, together with the
 * options of the agent.
 */
interface ConnectionOptions extends TlsOptions {
  readonly endSignal?: AbortSignal;
}

type ConnectCallback = (error: Error | null, socket?: Duplex) => void;

/**
 * Returns the options that make an agent connect through a proxy. The agents of client-node cannot be used,
 * because such an agent keeps its first certificate.
 */
function tunnelOptions(proxy: ProxyAddress, isSecure: boolean): object {
  return {
    createConnection(options: ConnectionOptions, callback: ConnectCallback): undefined {
      const opening = new AbortController();
      const abort = (): void => opening.abort();
      options.endSignal?.addEventListener('abort', abort);

      tunnelTo({ host: options.host ?? '', port: Number(options.port) }, proxy, opening.signal)
        .finally(() => options.endSignal?.removeEventListener('abort', abort))
        // The code sets keep-alive on the socket of the tunnel, because a TLS socket inside the tunnel has no
        // such option.
        .then((socket) => socket.setKeepAlive(true, keepAliveMilliseconds))
        .then((socket) => (isSecure ? wrapInTls(socket, options) : socket))
        .then((socket) => callback(null, socket), callback);
    },
  };
}

function wrapInTls(socket: Socket, options: ConnectionOptions): Duplex {
  try {
    return nodeTls().connect({ ...options, socket });
  } catch (error) {
    socket.destroy(); // `connect` throws for invalid TLS material, and does not close the socket
    throw error;
  }
}
