import * as http from 'node:http';
import * as https from 'node:https';
import { fingerprintOf, type TlsMaterial } from './tls-material.ts';

/** An agent for the time of one request. */
interface AgentLease {
  readonly agent: http.Agent;
  /** The request is over. */
  release(): void;
}

/** Holds one keep-alive agent, and another when the TLS material has changed. */
export interface AgentKeeper {
  lease(protocol: string, tls: TlsMaterial): AgentLease;
}

/** Idle probes after 30 s, so that a host that is gone is noticed. */
export const keepAliveMilliseconds = 30_000;

interface Held {
  readonly fingerprint: string;
  readonly agent: http.Agent;
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
    lease(protocol, tls) {
      const fingerprint = `${protocol} ${fingerprintOf(tls)}`;
      if (current?.fingerprint !== fingerprint) {
        if (current !== undefined) {
          current.isRetired = true;
          destroyIfIdle(current);
        }
        const keepAlive = { keepAlive: true, keepAliveMsecs: keepAliveMilliseconds };
        const agent =
          protocol === 'https:' ? new https.Agent({ ...tls, ...keepAlive }) : new http.Agent(keepAlive);
        current = { fingerprint, agent, requests: 0, isRetired: false };
      }
      const held = current;
      held.requests++;
      return {
        agent: held.agent,
        release() {
          held.requests--;
          destroyIfIdle(held);
        },
      };
    },
  };
}
