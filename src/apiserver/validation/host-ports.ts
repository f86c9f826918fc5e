import { type Json, recordsAt } from '../json.ts';
import { type FieldError, fieldDuplicate, fieldInvalid } from '../status/invalid.ts';

/**
 * Returns errors for host ports that two containers of a pod use. All regular containers run at the same time, so their
 * host ports must be different. Each init container is checked alone, because init containers run one after the other.
 */
export function hostPortErrors(spec: Json, path: string): readonly FieldError[] {
  const regular = recordsAt(spec, 'containers');
  const first = recordsAt(spec, 'initContainers');
  return [
    ...conflicts(regular, `${path}.containers`),
    // As in the kube-apiserver, each init container is checked as a list with one item. So all errors have the index 0.
    ...first.flatMap((one) => conflicts([one], `${path}.initContainers`)),
    ...(spec['hostNetwork'] === true ? different(regular, `${path}.containers`) : []),
  ];
}

function conflicts(containers: readonly Json[], path: string): readonly FieldError[] {
  const taken = new Set<string>();
  return eachPort(containers, path, ({ protocol, hostIP = '', hostPort = 0 }, at) => {
    const place = `${String(protocol)}/${String(hostIP)}/${String(hostPort)}`;
    if (hostPort === 0) return [];
    if (taken.has(place)) return [fieldDuplicate(`${at}.hostPort`, place)];
    taken.add(place);
    return [];
  });
}

/**
 * Checks the host ports of a pod with `hostNetwork: true`. Each host port must equal the container port. A pod template
 * may omit the host port.
 */
const different = (containers: readonly Json[], path: string): readonly FieldError[] =>
  eachPort(containers, path, ({ containerPort, hostPort }, at) =>
    (hostPort ?? 0) === 0 || hostPort === containerPort
      ? []
      : [
          fieldInvalid(
            `${at}.hostPort`,
            hostPort ?? 0,
            'must match `containerPort` when `hostNetwork` is true',
          ),
        ],
  );

const eachPort = (
  containers: readonly Json[],
  path: string,
  errorsOf: (port: Json, at: string) => readonly FieldError[],
): readonly FieldError[] =>
  containers.flatMap((container, one) =>
    recordsAt(container, 'ports').flatMap((port, at) => errorsOf(port, `${path}[${one}].ports[${at}]`)),
  );
