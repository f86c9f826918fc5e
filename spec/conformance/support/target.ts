import { readFileSync } from 'node:fs';
import process from 'node:process';

/** The server under test. `run.ts` passes it in an environment variable. */
export interface Target {
  /** The address `http://…` or `https://…`, without a path. */
  readonly server: string;
  /** The token of a user with all permissions. */
  readonly token: string;
  /** The token of the user `alice`, without permissions. */
  readonly limitedToken: string;
  /** The PEM file with the CA of the server's certificate. */
  readonly ca?: string;
  /** Whether to skip the check of the certificate. */
  readonly insecure: boolean;
  /** The features that the server lacks. Checks that need them still run, and their failure is explained. */
  readonly without: readonly Need[];
  /** The folder for the explanations of checks. */
  readonly directory: string;
}

/** A feature that a check may need, and that some servers do not have. */
export type Need =
  'compact' | 'identity' | 'cors' | 'optional' | '1.34' | 'garbage-collector' | 'namespace-controller';

export const targetVariable = 'RX_INFORMER_CONFORMANCE';

export function target(): Target {
  const text = process.env[targetVariable];
  if (text === undefined)
    throw new Error('npm run suite -- conformance starts these specs; jest alone cannot');
  return JSON.parse(text) as Target;
}

/** The options of a TLS connection to the server. HTTP needs none. */
export function trust({ ca, insecure }: Target): {
  readonly ca?: Buffer;
  readonly rejectUnauthorized: boolean;
} {
  return { ...(ca === undefined ? {} : { ca: readFileSync(ca) }), rejectUnauthorized: !insecure };
}
