import { badRequest } from '../status/refusals.ts';

/**
 * The content of a continue token: the key at which the next page of a list begins, and the revision of the snapshot.
 * The revision -1 means the latest state.
 */
export interface ContinueToken {
  readonly revision: number;
  /** The smallest key that the next page may contain, without the key prefix of the list (such as `namespace/`). */
  readonly start: string;
}

/** Encodes a continue token in the format of the kube-apiserver. Tests use the format to create invalid tokens. */
export function encodeToken({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start })).toString('base64url');
}

/**
 * Decodes a continue token.
 *
 * @throws Refusal 400 for a token that the server did not create (P20)
 */
export function decodeToken(text: string): ContinueToken {
  const { v, rv, start } = parsed(text);
  if (v !== 'meta.k8s.io/v1') throw bad(`server does not recognize this encoded version ${String(v)}`);
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv === 0) {
    throw bad('incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  }
  if (typeof start !== 'string' || start === '')
    throw bad('encoded start key empty (version meta.k8s.io/v1)');
  // As in `DecodeContinue`, a slash at the start of the key belongs to the prefix of the list and is removed.
  const key = start.startsWith('/') ? start.slice(1) : start;
  const isClean = key === '' || !key.split('/').some((part) => ['', '.', '..'].includes(part));
  if (!isClean) throw bad(start);
  return { revision: rv, start: key };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const token: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (typeof token === 'object' && token !== null) return { ...token };
  } catch {
    // A token that is not JSON gets the same error as a token that is not an object.
  }
  throw bad('it is not one of this server');
}

const bad = (why: string): Error => badRequest(`invalid continue token: continue key is not valid: ${why}`);
