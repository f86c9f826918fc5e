import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../objects/index.ts';
import type { Json, StoredObject } from '../json.ts';
import type { Storage } from '../storage/storage.ts';
import { authenticated, serviceAccountGroups, serviceAccountUser, type User } from './user.ts';

/** Tokens of service accounts, in the form of a JWT; each server has a secret of its own, so that no other takes them. */
export interface ServiceAccountTokens {
  /** A token that is good for so many seconds. */
  issue(account: StoredObject, audiences: readonly string[], seconds: number): string;
  /** The user of a token that is one of these, has not expired, and whose service account is still there. */
  userOf(token: string): User | undefined;
}

/** Whom tokens are for, and who issues them: this server. */
export const audience = 'https://kubernetes.default.svc';

/** See {@link ServiceAccountTokens}. */
export function serviceAccountTokens(storage: Storage, now: () => number): ServiceAccountTokens {
  const secret = randomBytes(32);
  const signatureOf = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const header = encoded({ alg: 'HS256', typ: 'JWT' });
  return {
    issue: ({ metadata: { name, namespace = '', uid } }, audiences, seconds) => {
      const iat = Math.floor(now() / 1000);
      const text = `${header}.${encoded({
        aud: audiences,
        exp: iat + seconds,
        iat,
        iss: audience,
        jti: randomBytes(16).toString('hex'),
        'kubernetes.io': { namespace, serviceaccount: { name, uid } },
        nbf: iat,
        sub: serviceAccountUser(namespace, name),
      })}`;
      return `${text}.${signatureOf(text).toString('base64url')}`;
    },
    userOf: (token) => {
      const [first, second, third, ...more] = token.split('.');
      if (first === undefined || second === undefined || third === undefined || more.length > 0)
        return undefined;
      const given = Buffer.from(third, 'base64url');
      const right = signatureOf(`${first}.${second}`);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;

      const claims = JSON.parse(Buffer.from(second, 'base64url').toString()) as Json;
      if (Number(claims['exp']) * 1000 <= now()) return undefined;
      return userOfClaims(storage, claims);
    },
  };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function userOfClaims(storage: Storage, { 'kubernetes.io': about }: Json): User | undefined {
  const { namespace, serviceaccount } = isRecord(about) ? about : {};
  const { name, uid } = isRecord(serviceaccount) ? serviceaccount : {};
  const place = `${String(namespace)}/${String(name)}`;
  const account = storage.collection('serviceaccounts').get(place);
  if (account?.metadata.uid !== uid) return undefined;
  return {
    name: serviceAccountUser(String(namespace), String(name)),
    uid: String(uid),
    groups: [...serviceAccountGroups(String(namespace)), authenticated],
  };
}
