import { type Json, recordAt, recordsAt } from '../../json.ts';
import { isEmptyAt } from '../defaults/type-defaults.ts';
import { forbidden } from '../../status/refusals.ts';
import { type AdmissionRequest, objectsOf } from './admission.ts';

/**
 * The admission plugin `DefaultTolerationSeconds`: adds tolerations to a pod, so that the pod may stay for five minutes
 * on a node that is not ready or not reachable.
 */
export function withTolerations(pod: Json): Json {
  const spec = recordAt(pod, 'spec');
  const given = recordsAt(spec, 'tolerations');
  const more = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
    .filter((taint) => !given.some((one) => tolerates(one, taint)))
    .map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }));
  return more.length === 0 ? pod : { ...pod, spec: { ...spec, tolerations: [...given, ...more] } };
}

function tolerates(toleration: Json, taint: string): boolean {
  const isAbout = isEmptyAt(toleration, 'key') || toleration['key'] === taint;
  return isAbout && (isEmptyAt(toleration, 'effect') || toleration['effect'] === 'NoExecute');
}

const preemptionPolicy = 'PreemptLowerPriority';

/**
 * The admission plugin `Priority`: sets the priority of a new pod to the value of its priority class, or of the global
 * default class. An update does not change the priority.
 */
export function withPriority(pod: Json, request: AdmissionRequest): Json {
  const { context, existing } = request;
  const spec = recordAt(pod, 'spec');
  if (existing !== undefined) {
    const old = recordAt(existing, 'spec');
    const names = ['priority', 'preemptionPolicy'].filter(
      (name) => spec[name] === undefined && old[name] !== undefined,
    );
    return { ...pod, spec: { ...spec, ...Object.fromEntries(names.map((name) => [name, old[name]])) } };
  }
  const { priorityClassName = '' } = spec;
  const classes = [...objectsOf(context, 'priorityclasses.scheduling.k8s.io')];
  const [general] = classes.filter(({ globalDefault }) => globalDefault === true);
  const name = priorityClassName === '' ? general?.metadata.name : priorityClassName;
  const found = classes.find(({ metadata }) => metadata.name === name);
  if (found === undefined && name !== undefined) {
    return refused(pod, request, `no PriorityClass with name ${textOf(name)} was found`);
  }
  return {
    ...pod,
    spec: {
      priority: found?.['value'] ?? 0,
      preemptionPolicy: found?.['preemptionPolicy'] ?? preemptionPolicy,
      ...spec,
      ...(name === undefined ? {} : { priorityClassName: name }),
    },
  };
}

/** The admission plugin `RuntimeClass`: sets the overhead of a new pod to the overhead of its runtime class. */
export function withOverhead(pod: Json, request: AdmissionRequest): Json {
  const { context, existing } = request;
  const spec = recordAt(pod, 'spec');
  const { runtimeClassName } = spec;
  if (existing !== undefined || runtimeClassName === undefined) return pod;
  const [found] = [...objectsOf(context, 'runtimeclasses.node.k8s.io')].filter(
    ({ metadata }) => metadata.name === runtimeClassName,
  );
  if (found === undefined) {
    return refused(pod, request, `pod rejected: RuntimeClass ${JSON.stringify(runtimeClassName)} not found`);
  }
  const { podFixed } = recordAt(found, 'overhead');
  return podFixed === undefined || spec['overhead'] !== undefined
    ? pod
    : { ...pod, spec: { ...spec, overhead: podFixed } };
}

/**
 * Rejects a pod whose priority class or runtime class does not exist, with a 403 error. A pod that `seed` creates is
 * accepted, because the initial objects may lack the classes.
 */
function refused(pod: Json, { context, requester }: AdmissionRequest, why: string): Json {
  if (requester === undefined) return pod;
  const { name } = recordAt(pod, 'metadata');
  throw forbidden(context.catalog.pods, textOf(name), why);
}

const textOf = (name: unknown): string => (typeof name === 'string' ? name : '');
