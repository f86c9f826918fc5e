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

/** An agent for the time of one request. */
interface AgentLease {
  readonly agent: Agent;
  /** Aborts at the end of the request, and then closes a tunnel that is not open yet. */
  readonly endSignal: AbortSignal;
  release(): void;
}

/** Provides one keep-alive agent, and replaces the agent when the route to the server changes. */
export interface AgentPool {
  lease(route: Route): AgentLease;
}

/** In ms: TCP probes begin after this idle time, to detect a lost host. */
export const keepAliveMilliseconds = 30_000;

interface PooledAgent {
  readonly fingerprint: string;
  readonly agent: Agent;
  requests: number;
  isRetired: boolean;
}

/** Creates a pool. A replaced agent is destroyed at the end of its last request, so that no idle socket stays open. */
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
 * A constant error for all requests. An open socket keeps the options of the request that opened it, including this error. The
 * stack of an error that `release` creates would keep the data of the request in memory.
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

/** The options that an agent passes to `createConnection`: the options of the request and of the agent. */
interface ConnectionOptions extends TlsOptions {
  readonly endSignal?: AbortSignal;
}

type ConnectCallback = (error: Error | null, socket?: Duplex) => void;

/** Makes an agent connect through a proxy. client-node's agents cannot be used, because each agent keeps its first certificate. */
function tunnelOptions(proxy: ProxyAddress, isSecure: boolean): object {
  return {
    createConnection(options: ConnectionOptions, callback: ConnectCallback): undefined {
      const opening = new AbortController();
      const abort = (): void => opening.abort();
      options.endSignal?.addEventListener('abort', abort);

      tunnelTo({ host: options.host ?? '', port: Number(options.port) }, proxy, opening.signal)
        .finally(() => options.endSignal?.removeEventListener('abort', abort))
        // Keep-alive is set on the tunnel's socket, because a TLS socket inside the tunnel has no such option.
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
    socket.destroy(); // the TLS material is invalid
    throw error;
  }
}
