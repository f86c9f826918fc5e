import type { Resource } from '../resources/resource.ts';
import { type FieldSet, fieldSet, noFields } from './machine/field-set.ts';
import { fieldElement, fieldNameOf, type Path } from './machine/path-element.ts';

/**
 * Returns the fields that a write resets to the stored values. A field manager does not own the fields that a write
 * resets. A write of the object resets the status. A write of the status resets the spec, and for some resources also
 * the metadata. Works like `GetResetFields` in the strategies of kube-apiserver.
 */
export function resetFieldsOf(resource: Resource, subresource: string): FieldSet | undefined {
  if (!resource.status) return undefined;
  const { main = [status], status: byStatus = [spec], ...others } = special(resource);
  const paths = { '': main, status: byStatus, ...others }[subresource];
  return paths === undefined ? undefined : fieldSet(...paths);
}

/**
 * Returns the members of the metadata that a write of a subresource resets to the stored values. The result `all`
 * stands for the whole metadata.
 */
export function metadataReset(resource: Resource, subresource: string): readonly string[] | 'all' {
  const { member, children } = resetFieldsOf(resource, subresource)?.get(fieldElement('metadata')) ?? none;
  return member ? 'all' : [...children.keys()].flatMap((element) => fieldNameOf(element) ?? []);
}

const none = { member: false, children: noFields };

type Paths = Readonly<Record<string, readonly Path[]>>;

const status: Path = [fieldElement('status')];
const spec: Path = [fieldElement('spec')];
const metadata: Path = [fieldElement('metadata')];
const inMetadata = (name: string): Path => [...metadata, fieldElement(name)];

function special({ builtIn, id }: Resource): Paths {
  return builtIn ? (byResource[id] ?? {}) : { status: [metadata, spec] };
}

const withoutMetadata: Paths = { status: [metadata, spec] };

const byResource: Readonly<Record<string, Paths>> = {
  'apiservices.apiregistration.k8s.io': withoutMetadata,
  'customresourcedefinitions.apiextensions.k8s.io': withoutMetadata,
  'deployments.apps': { status: [spec, inMetadata('labels')] },
  'flowschemas.flowcontrol.apiserver.k8s.io': withoutMetadata,
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': withoutMetadata,
  'resourceclaims.resource.k8s.io': withoutMetadata,
  'servicecidrs.networking.k8s.io': withoutMetadata,
  'validatingadmissionpolicies.admissionregistration.k8s.io': withoutMetadata,
  'volumeattachments.storage.k8s.io': withoutMetadata,
  'certificatesigningrequests.certificates.k8s.io': {
    main: [spec, status],
    status: [spec, [...status, fieldElement('conditions')]],
    approval: [spec, [...status, fieldElement('certificate')]],
  },
  namespaces: { finalize: [status] },
  pods: { status: [spec, inMetadata('deletionTimestamp'), inMetadata('ownerReferences')] },
};
