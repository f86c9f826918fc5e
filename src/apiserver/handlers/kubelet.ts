import { type ApiResponse, bytes } from '../http/response.ts';
import { type Json, recordAt, recordsAt, type StoredObject } from '../json.ts';
import { find } from '../registry/context.ts';
import { type FieldError, fieldInvalid, invalid } from '../status/invalid.ts';
import { badRequest, notFound, plainError } from '../status/refusals.ts';
import { quoted } from '../status/shown-value.ts';
import type { Operation } from './operation.ts';

/**
 * Handles the GET of `pods/NAME/log`. The server has no kubelets, so the response is the error that kube-apiserver
 * sends if the kubelet does not respond. The log of a pod without a node is empty.
 */
export function getLog(operation: Operation): ApiResponse {
  const { request, path } = operation;
  const errors = logErrors(request.query);
  if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, path.name, errors);
  const pod = podOf(operation);
  const container = containerOf(operation, pod);
  const node = nodeOf(pod);
  if (node === '') return bytes(new Uint8Array(), 204, {});
  throw unreachable(operation, node, `containerLogs/${path.namespace}/${path.name}/${container}`);
}

/**
 * Handles `pods/NAME/exec`, `attach` and `portforward`. The response is the error that kube-apiserver sends if the
 * kubelet does not respond. The function refuses a pod without a node.
 */
export function connect(operation: Operation): ApiResponse {
  const { path } = operation;
  const pod = podOf(operation);
  const isForward = path.subresource === 'portforward';
  const container = isForward ? '' : containerOf(operation, pod);
  const node = nodeOf(pod);
  if (node === '') throw badRequest(`pod ${path.name} does not have a host assigned`);
  const what = isForward ? 'portForward' : path.subresource;
  throw unreachable(
    operation,
    node,
    [what, path.namespace, path.name, container].filter((part) => part !== '').join('/'),
  );
}

function podOf({ server, resource, path }: Operation): StoredObject {
  const pod = find(server, resource, path);
  if (pod === undefined) throw notFound(resource, path.name);
  return pod;
}

const nodeOf = (pod: Json): string => {
  const { nodeName } = recordAt(pod, 'spec');
  return typeof nodeName === 'string' ? nodeName : '';
};

/**
 * Returns the name of a container: the name in the request. If the request contains no name, returns the name in the
 * annotation `kubectl.kubernetes.io/default-container` of the pod. If no container has the name in the annotation,
 * returns the name of the only container of the pod.
 *
 * @throws Refusal 400 if the pod has no container with the requested name, or if the pod has several containers
 */
function containerOf({ request, path }: Operation, pod: StoredObject): string {
  const spec = recordAt(pod, 'spec');
  const named = (list: string): readonly string[] => recordsAt(spec, list).map(({ name }) => String(name));
  const containers = named('containers');
  const asked = request.query.get('container') ?? '';
  const all = [...containers, ...named('initContainers'), ...named('ephemeralContainers')];
  if (asked !== '') {
    if (!all.includes(asked)) throw badRequest(`container ${asked} is not valid for pod ${path.name}`);
    return asked;
  }
  const preferred = pod.metadata.annotations?.['kubectl.kubernetes.io/default-container'] ?? '';
  if (all.includes(preferred)) return preferred;
  const [only = '', ...others] = containers;
  if (others.length === 0) return only;
  const init = named('initContainers');
  const more = init.length === 0 ? '' : ` or one of the init containers: [${init.join(' ')}]`;
  const choice = `choose one of: [${containers.join(' ')}]${more}`;
  throw badRequest(`a container name must be specified for pod ${path.name}, ${choice}`);
}

/**
 * Creates the error for a node that the server cannot reach. The node does not exist, has no address, or does not
 * listen at its address.
 */
function unreachable({ server, resource }: Operation, name: string, target: string): Error {
  const nodes = server.catalog.find('', 'v1', 'nodes');
  const node = nodes && find(server, nodes, { namespace: '', name });
  // If the node does not exist, kube-apiserver reports a missing pod with the name of the node.
  if (node === undefined) return notFound(resource, name);
  const addresses = recordsAt(recordAt(node, 'status'), 'addresses');
  const found = preferences.map((type) => addresses.find((one) => one['type'] === type)).find(Boolean);
  if (found === undefined) return plainError('no preferred addresses found; known addresses: []');
  const where = `${String(found['address'])}:10250`;
  return plainError(`Get "https://${where}/${target}": dial tcp ${where}: connect: connection refused`);
}

/** The types of node addresses in the order in which kube-apiserver tries the types. */
const preferences = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];

function logErrors(query: URLSearchParams): readonly FieldError[] {
  return [
    ...atLeast(query, 'tailLines', 0),
    ...atLeast(query, 'limitBytes', 1),
    ...atLeast(query, 'sinceSeconds', 1),
  ];
}

function atLeast(query: URLSearchParams, name: string, least: number): readonly FieldError[] {
  const text = query.get(name) ?? '';
  if (text === '') return [];
  if (!/^[+-]?[0-9]+$/.test(text))
    throw badRequest(`strconv.ParseInt: parsing ${quoted(text)}: invalid syntax`);
  const why = least === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0';
  return Number(text) >= least ? [] : [fieldInvalid(name, Number(text), why)];
}
