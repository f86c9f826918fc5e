import { type Json, recordAt, type StoredObject } from '../../json.ts';
import { type AdmissionRequest, objectsOf } from './admission.ts';

/**
 * The plugin `DefaultStorageClass`: gives a new claim without a class the default class. A claim with an empty class
 * name stays unchanged.
 */
export function withDefaultStorageClass(claim: Json, { context, existing }: AdmissionRequest): Json {
  const spec = recordAt(claim, 'spec');
  const annotations = recordAt(recordAt(claim, 'metadata'), 'annotations');
  const isAsked =
    spec['storageClassName'] !== undefined ||
    annotations['volume.beta.kubernetes.io/storage-class'] !== undefined;
  if (isAsked || existing !== undefined) return claim;
  const name = defaultOf(
    objectsOf(context, 'storageclasses.storage.k8s.io'),
    'storageclass.kubernetes.io/is-default-class',
    'storageclass.beta.kubernetes.io/is-default-class',
  );
  return name === undefined ? claim : { ...claim, spec: { ...spec, storageClassName: name } };
}

/** The plugin `DefaultIngressClass`: gives a new ingress without a class the default class. */
export function withDefaultIngressClass(ingress: Json, { context, existing }: AdmissionRequest): Json {
  const spec = recordAt(ingress, 'spec');
  const annotations = recordAt(recordAt(ingress, 'metadata'), 'annotations');
  const isAsked =
    spec['ingressClassName'] !== undefined || annotations['kubernetes.io/ingress.class'] !== undefined;
  if (isAsked || existing !== undefined) return ingress;
  const name = defaultOf(
    objectsOf(context, 'ingressclasses.networking.k8s.io'),
    'ingressclass.kubernetes.io/is-default-class',
  );
  return name === undefined ? ingress : { ...ingress, spec: { ...spec, ingressClassName: name } };
}

/** Returns the name of the youngest default class. If several have the same age, it is the first by name. */
function defaultOf(classes: Iterable<StoredObject>, ...annotations: readonly string[]): string | undefined {
  const marked = [...classes].filter(({ metadata }) =>
    annotations.some((name) => metadata.annotations?.[name] === 'true'),
  );
  const age = ({ metadata }: StoredObject): string => metadata.creationTimestamp ?? '';
  const [first] = marked.toSorted((a, b) => (age(a) === age(b) ? 0 : age(a) < age(b) ? 1 : -1));
  return first?.metadata.name;
}
