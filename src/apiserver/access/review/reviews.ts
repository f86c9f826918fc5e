import { isRecord } from '../../../objects/index.ts';
import { type Json, own } from '../../json.ts';
import type { Resource } from '../../resources/resource.ts';
import type { ServerContext } from '../../server-context.ts';
import { type FieldError, fieldInvalid } from '../../status/invalid.ts';
import { badRequest } from '../../status/refusals.ts';
import { userOfToken } from '../authenticate.ts';
import { type User, userInfo } from '../user.ts';
import { accessStatus, type Subject } from './access-review.ts';
import { rulesStatus } from './rules-review.ts';

/** Whether objects of a resource are questions: they are answered, and nothing is stored. */
export const isReview = ({ id }: Pick<Resource, 'id'>): boolean => Object.hasOwn(answers, id);

/**
 * Answers a review: as it was sent, with its status (P132, P133).
 *
 * @param namespace - of the URL
 * @throws Refusal 400, 422
 */
export function reviewed(
  server: ServerContext,
  { id, kind, apiVersion }: Resource,
  namespace: string,
  user: User,
  body: unknown,
): Json {
  if (!isRecord(body)) throw badRequest('the object provided is unrecognized: it must be a JSON object');
  const { kind: given = kind, apiVersion: claimed = apiVersion, metadata, spec } = body;
  if (given !== kind || claimed !== apiVersion) {
    throw badRequest(`${String(given)} in version ${JSON.stringify(claimed)} cannot be handled as a ${kind}`);
  }
  const question = { kind, namespace, spec: isRecord(spec) ? spec : {}, user };
  const status = own(answers, id)?.(server, question) ?? {};
  const shown = isRecord(metadata) ? metadata : {};
  return { kind, apiVersion, metadata: shown, ...(spec === undefined ? {} : { spec }), status };
}

interface Question {
  readonly kind: string;
  readonly namespace: string;
  readonly spec: Json;
  /** Who asks. */
  readonly user: User;
}

const self = ({ name, groups }: User): Subject => ({ user: name, groups });

/** Somebody else; one of both must be said. */
function other({ user, groups }: Json): readonly [Subject, readonly FieldError[]] {
  const subject = {
    user: typeof user === 'string' ? user : '',
    groups: Array.isArray(groups) ? (groups as readonly string[]) : [],
  };
  const isNobody = subject.user === '' && subject.groups.length === 0;
  const why = 'at least one of user or group must be specified';
  return [subject, isNobody ? [fieldInvalid('spec.user', '', why)] : []];
}

const authorization = 'authorization.k8s.io';
const authentication = 'authentication.k8s.io';

const answers: Readonly<Record<string, (server: ServerContext, question: Question) => Json>> = {
  [`selfsubjectaccessreviews.${authorization}`]: ({ access }, { kind, spec, user }) =>
    accessStatus(access, kind, spec, self(user)),
  [`subjectaccessreviews.${authorization}`]: ({ access }, { kind, spec }) =>
    accessStatus(access, kind, spec, ...other(spec)),
  [`localsubjectaccessreviews.${authorization}`]: ({ access }, { kind, spec, namespace }) => {
    const [subject, errors] = other(spec);
    return accessStatus(access, kind, spec, subject, [...errors, ...localErrors(spec, namespace)]);
  },
  [`selfsubjectrulesreviews.${authorization}`]: ({ access, storage }, { spec, user }) =>
    rulesStatus(storage, self(user), spec, access.byRoles),
  [`selfsubjectreviews.${authentication}`]: (_, { user }) => ({ userInfo: userInfo(user) }),
  [`tokenreviews.${authentication}`]: ({ access }, { spec }) => {
    const user = typeof spec['token'] === 'string' ? userOfToken(access, spec['token']) : undefined;
    if (user === undefined) return { user: {}, error: 'the token is not known' };
    return { authenticated: true, user: userInfo(user) };
  },
};

function localErrors({ resourceAttributes, nonResourceAttributes }: Json, namespace: string): FieldError[] {
  const errors: FieldError[] = [];
  if (isRecord(nonResourceAttributes)) {
    const why = 'disallowed on this kind of request';
    errors.push(fieldInvalid('spec.nonResourceAttributes', nonResourceAttributes, why));
  }
  const given = isRecord(resourceAttributes) ? resourceAttributes['namespace'] : namespace;
  if (given !== namespace) {
    errors.push(fieldInvalid('spec.resourceAttributes.namespace', given, 'must match metadata.namespace'));
  }
  return errors;
}
