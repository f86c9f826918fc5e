import type { StatusErrorInit } from '../objects/index.ts';
import { type RequestedResource, requestedResourceOf, type RequestLine, requestLine } from './transport.ts';

/** The texts of an error: what happened, and what to do. */
type Text = Required<Pick<StatusErrorInit, 'message' | 'advice'>>;

/**
 * Returns the message and the advice for a refused request. For other statuses, the result is `undefined`.
 * Message and advice name the request, the likely cause and what to do. The answer of a server alone can be
 * only `404 page not found` or `Unauthorized`.
 *
 * @param said - the message of the server; `''` if there is none
 * @param isStatus - false if the body was not a `metav1.Status`; then the server may be no API server
 */
export function statusText(
  code: number,
  said: string,
  request: RequestLine,
  isStatus: boolean,
): Text | undefined {
  switch (code) {
    case 401:
      return unauthorized(said, request);
    case 403:
      return forbidden(said, request);
    case 404:
      return notFound(said, request, isStatus);
    default:
      return undefined;
  }
}

const answered = (code: number, said: string, request: RequestLine): string =>
  `the API server answered ${code} to ${requestLine(request)}${said === '' ? '' : ` (${said})`}`;

const unauthorized = (said: string, request: RequestLine): Text => ({
  message: `${answered(401, said, request)}: the token or certificate is missing, wrong or expired`,
  advice: 'sign in again, or give a valid token or client certificate; check which user sends the requests',
});

function forbidden(said: string, request: RequestLine): Text {
  const asked = requestedResourceOf(request);
  const rights = asked === undefined ? `the right to ${requestLine(request)}` : rightsFor(asked, request);
  const isAnonymous = said.includes('system:anonymous');
  return {
    // A specific message of the API server stays: it names the user, the verb, the resource and the
    // namespace.
    message: isSpecific(said)
      ? `${said} (403 for ${requestLine(request)})`
      : `${answered(403, said, request)}: the user lacks ${rights}`,
    advice: isAnonymous
      ? 'give a token or a client certificate: the server took this request for an anonymous one'
      : `have ${rights} granted to the user by a ${
          asked === undefined || asked.namespace === ''
            ? 'ClusterRole and a ClusterRoleBinding'
            : 'Role and a RoleBinding'
        }`,
  };
}

function rightsFor(
  { group, resource, name, subresource, namespace }: RequestedResource,
  { method = 'GET' }: RequestLine,
): string {
  const what = `${resource}${subresource === '' ? '' : `/${subresource}`}${group === '' ? '' : `.${group}`}`;
  const where = namespace === '' ? 'in the whole cluster' : `in the namespace '${namespace}'`;
  return `${verbs(method, name)} on ${what} ${where}`;
}

function verbs(method: string, name: string): string {
  if (method === 'GET') return name === '' ? '`list` and `watch`' : '`get`';
  const verb = { POST: 'create', PUT: 'update' }[method] ?? method.toLowerCase();
  return `\`${verb}${method === 'DELETE' && name === '' ? 'collection' : ''}\``;
}

function notFound(said: string, request: RequestLine, isStatus: boolean): Text {
  const asked = requestedResourceOf(request);
  if (isStatus && isSpecific(said)) {
    return {
      message: `${said} (404 for ${requestLine(request)})`,
      advice: 'check the name and the namespace; the object may have been deleted',
    };
  }
  if (asked === undefined) {
    return {
      message: `${answered(404, said, request)}: the server has nothing at this path`,
      advice: 'correct the path, or the address of the server where the API stands behind a path of its own',
    };
  }
  const { group, version, resource, namespace } = asked;
  const where = group === '' ? version : `${group}/${version}`;
  const causes = [
    `resource is not the plural name in lower case ('pods', not 'pod' or 'Pod')`,
    'group or version is wrong',
    ...(group.includes('.') ? ['its CustomResourceDefinition is not installed'] : []),
    ...(namespace === '' ? [] : [`${resource} are in no namespace, and '${namespace}' was given`]),
  ];
  const noResource = `the server has no resource '${resource}' in ${where}${
    namespace === '' ? '' : ' with a namespace'
  }; perhaps ${causes.slice(0, -1).join(', ')}, or ${causes.at(-1) ?? ''}`;
  const compare = `compare group, version, plural and scope with what \`kubectl api-resources\` prints${
    group.includes('.') ? '; install the CustomResourceDefinition if it is missing' : ''
  }`;
  const answer = answered(404, said, request);
  if (isStatus) return { message: `${answer}: ${noResource}`, advice: compare };
  // An API server also answers with this text for an unknown API group. So an unknown resource is more probable than a
  // wrong address, and the message names the resource first.
  if (pageNotFound.test(said)) {
    return {
      message: `${answer}: ${noResource}; or ${wrongAddress}`,
      advice: `${compare}; if that does not help, ${checkAddress}`,
    };
  }
  return {
    message: `${answer}: ${wrongAddress}; or ${noResource}`,
    advice: `${checkAddress}; if the address is right, ${compare}`,
  };
}

const pageNotFound = /^404 page not found\.?$/i;
const wrongAddress = 'the address is not that of a Kubernetes API: the answer is not a Kubernetes Status';
const checkAddress = 'check the address of the server, with the path of a proxy in front of it';

export const isSpecific = (said: string): boolean =>
  said !== '' &&
  !/^(404 page not found|the server could not find the requested resource|not ?found|forbidden|unauthorized)\.?$/i.test(
    said,
  );
