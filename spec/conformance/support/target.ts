import { readFileSync } from 'node:fs';
import process from 'node:process';

/** The server under test, as `run.ts` hands it on in an environment variable. */
export interface Target {
  /** `http://…` or `https://…`, without a path. */
  readonly server: string;
  /** Of a user that may do everything. */
  readonly token: string;
  /** Of the user `alice`, who has no rights. */
  readonly limitedToken: string;
  /** PEM file of those who may sign the server's certificate. */
  readonly ca?: string;
  /** The certificate is not looked at. */
  readonly insecure: boolean;
  /** What the server does not have: checks that need it run all the same, and their failure is explained. */
  readonly without: readonly Need[];
  /** Where checks leave their explanations. */
  readonly directory: string;
}

/** What a check may need that some servers do not have. */
export type Need =
  'compact' | 'identity' | 'cors' | 'optional' | '1.34' | 'garbage-collector' | 'namespace-controller';

export const targetVariable = 'RX_INFORMER_CONFORMANCE';

export function target(): Target {
  const text = process.env[targetVariable];
  if (text === undefined)
    throw new Error('npm run suite -- conformance starts these specs; jest alone cannot');
  return JSON.parse(text) as Target;
}

/** What a TLS connection to the server needs; nothing where it speaks HTTP. */
export function trust({ ca, insecure }: Target): {
  readonly ca?: Buffer;
  readonly rejectUnauthorized: boolean;
} {
  return { ...(ca === undefined ? {} : { ca: readFileSync(ca) }), rejectUnauthorized: !insecure };
}
