import { isRecord } from '../../objects/index.ts';
import { fieldForbidden, fieldRequired } from '../status/invalid.ts';
import { type Check, every, members, notNegative, oneOf, present, positive, required } from './check.ts';
import { portNumberOrName } from './names.ts';

const actions: Readonly<Record<string, Check>> = {
  exec: members({ command: required() }),
  httpGet: members({ path: required(), port: portNumberOrName, scheme: oneOf('HTTP', 'HTTPS') }),
  tcpSocket: members({ port: portNumberOrName }),
  grpc: members({ port: portNumberOrName }),
  sleep: members({ seconds: notNegative }),
};

/** What is done to a container: one action of those that there are. */
export const handler: Check = (value, path) => {
  const given = Object.entries(actions).filter(([name]) => isRecord(value) && isRecord(value[name]));
  if (given.length === 0) return [fieldRequired(path, 'must specify a handler type')];
  return given.flatMap(([name, check], at) =>
    at === 0
      ? check((value as Readonly<Record<string, unknown>>)[name], `${path}.${name}`)
      : [fieldForbidden(`${path}.${name}`, 'may not specify more than 1 handler type')],
  );
};

/** A probe of a container. */
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
