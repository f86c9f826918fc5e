import { readFileSync } from 'node:fs';
import process from 'node:process';

/** The API server under test. `run.ts` passes this object in an environment variable. */
export interface Target {
  /** The address of the server, `http://…` or `https://…`, without a path. */
  readonly server: string;
  /** The token of a user with all permissions. */
  readonly token: string;
  /** The token of the user `alice`. This user has no permissions. */
  readonly limitedToken: string;
  /** The PEM file with the certificate authority of the server. */
  readonly ca?: string;
  /** Whether the client accepts any certificate of the server. */
  readonly insecure: boolean;
  /**
   * The features that the server lacks. Checks that need these features still run. The report explains their failures.
   */
  readonly without: readonly Need[];
  /** The folder for the file that lists the failures whose reason is known. */
  readonly directory: string;
}

/** A feature that a check needs and that some servers do not have. */
export type Need =
  'compact' | 'identity' | 'cors' | 'optional' | '1.34' | 'garbage-collector' | 'namespace-controller';

export const targetVariable = 'RX_INFORMER_CONFORMANCE';

export function target(): Target {
  const text = process.env[targetVariable];
  if (text === undefined)
    throw new Error('npm run suite -- conformance starts these specs; jest alone cannot');
  return JSON.parse(text) as Target;
}

/** Returns the TLS options for connections to the server. For plain HTTP, the options have no effect. */
export function trust({ ca, insecure }: Target): {
  readonly ca?: Buffer;
  readonly rejectUnauthorized: boolean;
} {
  return { ...(ca === undefined ? {} : { ca: readFileSync(ca) }), rejectUnauthorized: !insecure };
}
