import { isRecord } from '../../objects/index.ts';
import { fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import {
  type Check,
  every,
  members,
  notNegative,
  oneOf,
  present,
  positive,
  required,
  text,
} from './check.ts';
import { portNumberOrName } from './names.ts';

/** Checks the HTTP headers of a probe. As in the kube-apiserver, the path in the error for a header has no index. */
const headers: Check = (value, path) =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) =>
    headerName(isRecord(one) ? one['name'] : '', path),
  );

const headerName = text((given) =>
  /^[-A-Za-z0-9]+$/.test(given)
    ? undefined
    : "a valid HTTP header must consist of alphanumeric characters or '-'",
);

const actions: Readonly<Record<string, Check>> = {
  exec: members({ command: required() }),
  httpGet: members({
    path: required(),
    port: portNumberOrName,
    scheme: oneOf('HTTP', 'HTTPS'),
    httpHeaders: headers,
  }),
  tcpSocket: members({ port: portNumberOrName }),
  grpc: members({ port: portNumberOrName }),
  sleep: members({ seconds: notNegative }),
};

/** Checks that a probe or a lifecycle handler has exactly one action, such as `httpGet`. */
export const handler: Check = (value, path) => {
  const given = Object.entries(actions).filter(([name]) => isRecord(value) && isRecord(value[name]));
  if (given.length === 0) return [fieldRequired(path, 'must specify a handler type')];
  return given.flatMap(([name, check], at) =>
    at === 0
      ? check((value as Readonly<Record<string, unknown>>)[name], `${path}.${name}`)
      : [fieldForbidden(`${path}.${name}`, 'may not specify more than 1 handler type')],
  );
};

/** Checks a probe of a container. */
export const probe: Check = every(
  handler,
  members({
    initialDelaySeconds: notNegative,
    timeoutSeconds: notNegative,
    periodSeconds: notNegative,
    successThreshold: notNegative,
    failureThreshold: notNegative,
    terminationGracePeriodSeconds: present(positive),
  }),
);

/** Checks a liveness probe or a startup probe. `successThreshold` of such a probe must be 1. */
export const singleSuccess: Check = every(
  probe,
  members({
    successThreshold: (value, path) => ((value ?? 1) === 1 ? [] : [fieldInvalid(path, value, 'must be 1')]),
  }),
);
