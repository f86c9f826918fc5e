import { isRecord } from '../../../objects/index.ts';
import { type Json, own } from '../../json.ts';
import { timestamp } from '../../registry/identity.ts';
import { knownFields } from '../../registry/known-fields.ts';
import { objectInput } from '../../registry/object-input.ts';
import type { Resource } from '../../resources/resource.ts';
import type { ServerContext } from '../../server-context.ts';
import { type FieldError, fieldInvalid } from '../../status/invalid.ts';
import { badRequest } from '../../status/refusals.ts';
import { reviewToken } from '../authenticate.ts';
import { serverAudience } from '../service-account-token.ts';
import { type User, userInfo } from '../user.ts';
import { accessStatus, inGo, type Subject } from './access-review.ts';
import { rulesStatus } from './rules-review.ts';

/** Returns `true` if a resource is a review. The server answers a review and does not store the object. */
export const isReview = ({ id }: Pick<Resource, 'id'>): boolean => Object.hasOwn(answers, id);

/**
 * Answers a review. Returns the object of the request with a status (P132, P133).
 *
 * @param namespace - the namespace in the URL
 * @throws Refusal 400, 422
 */
export function reviewed(
  server: ServerContext,
  resource: Resource,
  namespace: string,
  user: User,
  body: unknown,
): Json {
  const { kind, apiVersion, metadata, spec } = knownFields(resource, objectInput(resource, body), {});
  const question = { namespace, spec: isRecord(spec) ? spec : {}, user };
  const answer = own(answers, resource.id)?.(server, question) ?? {};
  return { kind, apiVersion, metadata, ...(spec === undefined ? {} : { spec }), ...answer };
}

interface Question {
  readonly namespace: string;
  readonly spec: Json;
  /** The user that sends the access review. */
  readonly user: User;
}

const self = ({ name, groups }: User): Subject => ({ user: name, groups });

/**
 * Returns the user and the groups in the spec of an access review, and the errors of the spec. The list of errors
 * contains an error if the spec has neither a user nor a group.
 */
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

type Answer = (server: ServerContext, question: Question) => Json;

const answers: Readonly<Record<string, Answer>> = {
  [`selfsubjectaccessreviews.${authorization}`]: ({ access }, { spec, user }) => ({
    status: accessStatus(access, spec, self(user)),
  }),
  [`subjectaccessreviews.${authorization}`]: ({ access }, { spec }) => ({
    status: accessStatus(access, spec, ...other(spec)),
  }),
  [`localsubjectaccessreviews.${authorization}`]: ({ access }, { spec, namespace }) => {
    const [subject, errors] = other(spec);
    return { status: accessStatus(access, spec, subject, [...errors, ...localErrors(spec, namespace)]) };
  },
  // In a SelfSubjectRulesReview, kube-apiserver does not repeat the spec of the request.
  [`selfsubjectrulesreviews.${authorization}`]: ({ access }, { spec, user }) => ({
    spec: {},
    status: rulesStatus(access.bindings, self(user), spec),
  }),
  [`selfsubjectreviews.${authentication}`]: ({ world }, { user }) => ({
    metadata: { creationTimestamp: timestamp(world.now()) },
    status: { userInfo: userInfo(user) },
  }),
  [`tokenreviews.${authentication}`]: ({ access }, { spec: { token, audiences } }) => {
    if (typeof token !== 'string' || token === '') {
      throw badRequest('token is required for TokenReview in authentication');
    }
    const isAsked = Array.isArray(audiences) && audiences.length > 0;
    const bearer = reviewToken(access, token, isAsked ? (audiences as readonly string[]) : [serverAudience]);
    const status =
      bearer === undefined
        ? { user: {}, error: 'invalid bearer token' }
        : { authenticated: true, user: userInfo(bearer.user), audiences: bearer.audiences };
    return { status };
  },
};

function localErrors({ resourceAttributes, nonResourceAttributes }: Json, namespace: string): FieldError[] {
  const errors: FieldError[] = [];
  if (isRecord(nonResourceAttributes)) {
    const why = 'disallowed on this kind of request';
    errors.push(fieldInvalid('spec.nonResourceAttributes', inGo(nonResourceAttributes), why));
  }
  const given = isRecord(resourceAttributes) ? resourceAttributes['namespace'] : namespace;
  if (given !== namespace) {
    errors.push(fieldInvalid('spec.resourceAttributes.namespace', given, 'must match metadata.namespace'));
  }
  return errors;
}
