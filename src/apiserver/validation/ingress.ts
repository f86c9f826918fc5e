import { isRecord } from '../../objects/index.ts';
import { recordAt, recordsAt } from '../json.ts';
import type { Rule } from '../resources/immutable.ts';
import { fieldInvalid, fieldRequired } from '../status/invalid.ts';
import {
  type Check,
  isNothing,
  items,
  members,
  oneOf,
  optional,
  portNumber,
  present,
  required,
  text,
} from './check.ts';
import { subdomainProblem } from '../metadata/dns-name.ts';
import { dnsLabel, dnsSubdomain, portName } from './names.ts';

/** Returns the errors in the spec of an ingress. */
export const ingressErrors: Rule = (ingress, existing) => {
  const spec = recordAt(ingress, 'spec');
  const isEmpty = recordsAt(spec, 'rules').length === 0 && !isRecord(spec['defaultBackend']);
  return [
    ...(isEmpty ? [fieldInvalid('spec', {}, 'either `defaultBackend` or `rules` must be specified')] : []),
    ...members({
      tls: items(members({ hosts: items(host), secretName: optional(dnsSubdomain) })),
      rules: items(
        members({ host: optional(host), http: present(members({ paths: required(items(onePath)) })) }),
      ),
      defaultBackend: present(backend),
      ingressClassName: existing === undefined ? present(dnsSubdomain) : () => [],
    })(spec, 'spec'),
  ];
};

/** Checks a host of an ingress: a DNS name, or `*.` followed by a DNS name. */
const host: Check = text((given) => subdomainProblem(given.replace(/^\*\./, ''), 'characters'));

const backend: Check = (value, path) => {
  const { service, resource } = isRecord(value) ? value : {};
  if (isRecord(resource) && isRecord(service))
    return [fieldInvalid(path, '', 'cannot set both resource and service backends')];
  if (isRecord(resource))
    return members({ apiGroup: present(dnsSubdomain), kind: required(), name: required() })(
      resource,
      `${path}.resource`,
    );
  if (!isRecord(service)) return [fieldRequired(path, 'cannot be empty')];
  const port = recordAt(service, 'port');
  const [isNumbered, isCalled] = [!isNothing(port['number']), !isNothing(port['name'])];
  return [
    ...members({
      name: required(dnsLabel),
      port: members({ name: optional(portName), number: optional(portNumber) }),
    })(service, `${path}.service`),
    ...(isNumbered || isCalled ? [] : [fieldRequired(path, 'port name or number is required')]),
    ...(isNumbered && isCalled ? [fieldInvalid(path, '', 'cannot set both port name & port number')] : []),
  ];
};

const isUncertain = /\/\.{0,2}\/|\/\.{1,2}$|%2f/i;

const onePath: Check = (value, path) => {
  const { pathType, path: given = '' } = isRecord(value) ? value : {};
  const types = oneOf('Exact', 'ImplementationSpecific', 'Prefix');
  const isPlain = pathType === 'Exact' || pathType === 'Prefix';
  const isOptional = pathType === 'ImplementationSpecific' && given === '';
  const isKnown = isPlain || pathType === 'ImplementationSpecific';
  if (pathType === undefined) return [fieldRequired(`${path}.pathType`, 'pathType must be specified')];
  return [
    ...types(pathType, `${path}.pathType`),
    ...(isKnown && !isOptional && !String(given).startsWith('/')
      ? [fieldInvalid(`${path}.path`, given, 'must be an absolute path')]
      : isPlain && isUncertain.test(String(given))
        ? [fieldInvalid(`${path}.path`, given, 'must not contain an empty, dotted or encoded part')]
        : []),
    ...backend(isRecord(value) ? value['backend'] : undefined, `${path}.backend`),
  ];
};
