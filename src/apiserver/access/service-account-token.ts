import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../objects/index.ts';
import { type BoundObject, isBoundObjectThere } from './bound-object.ts';
import type { Json, StoredObject } from '../json.ts';
import type { Storage } from '../storage/storage.ts';
import { authenticated, serviceAccountGroups, serviceAccountUser, type User } from './user.ts';

/**
 * Issues and checks tokens of service accounts. The tokens are JWTs. Each server has its own secret, so a server
 * rejects the tokens of all other servers.
 */
export interface ServiceAccountTokens {
  issue(account: StoredObject, terms: Terms): string;
  /**
   * Returns the bearer of a token. Returns `undefined` for a token that the server did not issue, and for an expired
   * token. Returns `undefined` also if the service account or the bound object no longer exists.
   */
  bearerOf(token: string): Bearer | undefined;
}

/** The audiences, the lifetime in seconds and the bound object of a token. */
interface Terms {
  readonly audiences: readonly string[];
  readonly seconds: number;
  readonly bound: BoundObject | undefined;
}

/** The user of a token, and the audiences of the token. */
export interface Bearer {
  readonly user: User;
  readonly audiences: readonly string[];
}

/**
 * The issuer of service account tokens. In a token for this API server, the audience is the same text as the issuer.
 */
export const serverAudience = 'https://kubernetes.default.svc.cluster.local';

/** Creates the {@link ServiceAccountTokens} of a server. */
export function serviceAccountTokens(storage: Storage, now: () => number): ServiceAccountTokens {
  const secret = randomBytes(32);
  const signatureOf = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const header = encoded({ alg: 'HS256', typ: 'JWT' });
  return {
    issue: ({ metadata: { name, namespace = '', uid } }, { audiences, seconds, bound }) => {
      const iat = Math.floor(now() / 1000);
      const text = `${header}.${encoded({
        aud: audiences,
        exp: iat + seconds,
        iat,
        iss: serverAudience,
        jti: randomBytes(16).toString('hex'),
        'kubernetes.io': {
          namespace,
          ...(bound === undefined ? {} : { [bound.kind]: { name: bound.name, uid: bound.uid } }),
          serviceaccount: { name, uid },
        },
        nbf: iat,
        sub: serviceAccountUser(namespace, name),
      })}`;
      return `${text}.${signatureOf(text).toString('base64url')}`;
    },
    bearerOf: (token) => {
      const [first, second, third, ...more] = token.split('.');
      if (first === undefined || second === undefined || third === undefined || more.length > 0)
        return undefined;
      const given = Buffer.from(third, 'base64url');
      const right = signatureOf(`${first}.${second}`);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;

      const claims = JSON.parse(Buffer.from(second, 'base64url').toString()) as Json;
      if (Number(claims['exp']) * 1000 <= now()) return undefined;
      const user = userOfClaims(storage, claims);
      return user && { user, audiences: claims['aud'] as readonly string[] };
    },
  };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function userOfClaims(storage: Storage, { 'kubernetes.io': about }: Json): User | undefined {
  const claims = isRecord(about) ? about : {};
  const { namespace, serviceaccount } = claims;
  const { name, uid } = isRecord(serviceaccount) ? serviceaccount : {};
  const place = `${String(namespace)}/${String(name)}`;
  const account = storage.collection('serviceaccounts').get(place);
  if (account?.metadata.uid !== uid || !isBoundObjectThere(storage, String(namespace), claims))
    return undefined;
  return {
    name: serviceAccountUser(String(namespace), String(name)),
    uid: String(uid),
    groups: [...serviceAccountGroups(String(namespace)), authenticated],
  };
}
