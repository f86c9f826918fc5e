import { type Json, recordAt, type StoredObject } from '../../json.ts';
import { type AdmissionRequest, objectsOf } from './admission.ts';

/**
 * The admission plugin `DefaultStorageClass`: sets the default storage class of a new PersistentVolumeClaim without a
 * class. An empty string as the class name counts as a class, so it stays.
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

/** The admission plugin `DefaultIngressClass`: sets the default ingress class of a new ingress without a class. */
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

/**
 * Returns the name of the default class. If several classes are default classes, the function returns the newest class.
 * If several classes have the same age, the function returns the first class by name.
 */
function defaultOf(classes: Iterable<StoredObject>, ...annotations: readonly string[]): string | undefined {
  const marked = [...classes].filter(({ metadata }) =>
    annotations.some((name) => metadata.annotations?.[name] === 'true'),
  );
  const age = ({ metadata }: StoredObject): string => metadata.creationTimestamp ?? '';
  const [first] = marked.toSorted((a, b) => (age(a) === age(b) ? 0 : age(a) < age(b) ? 1 : -1));
  return first?.metadata.name;
}
