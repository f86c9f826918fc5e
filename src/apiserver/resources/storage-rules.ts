import { isSame, type Json, omit, recordAt } from '../json.ts';
import { fieldForbidden } from '../status/invalid.ts';
import { claimSpec } from '../validation/claim.ts';
import { generalMembers, volumeSpec } from '../validation/persistent-volume.ts';
import { storageClass } from '../validation/storage-class.ts';
import { type Rule, rules, spec } from './immutable.ts';
import type { Resource } from './resource.ts';

/**
 * Rejects an update of the spec of a PersistentVolumeClaim, with two exceptions. A claim without a volume may get a
 * volume name. A bound claim may change `resources.requests` and `volumeAttributesClassName`.
 */
const claim: Rule = (object, existing) => {
  if (existing === undefined) return [];
  const [spec, old] = [recordAt(object, 'spec'), recordAt(existing, 'spec')];
  const isBound = recordAt(existing, 'status')['phase'] === 'Bound';
  const isSameRest = isSame(claimed(spec, old, isBound), claimed(old, old, isBound));
  return isSameRest ? [] : [fieldForbidden('spec', claimIsFixed)];
};

const claimIsFixed =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

function claimed(spec: Json, old: Json, isBound: boolean): Json {
  const resources = recordAt(spec, 'resources');
  const isUnnamed = old['volumeName'] === undefined || old['volumeName'] === '';
  return {
    ...omit(spec, ...(isUnnamed ? ['volumeName'] : []), ...(isBound ? ['volumeAttributesClassName'] : [])),
    resources: isBound ? omit(resources, 'requests') : resources,
  };
}

const volume: Rule = (object, existing) => {
  if (existing === undefined) return [];
  const source = (one: Json): Json => omit(recordAt(one, 'spec'), ...generalMembers);
  return isSame(withoutSecret(source(object), source(existing)), source(existing))
    ? []
    : [
        fieldForbidden(
          'spec.persistentvolumesource',
          'spec.persistentvolumesource is immutable after creation',
        ),
      ];
};

/**
 * If the old volume source has no `controllerExpandSecretRef`, removes this member from the new volume source before
 * the comparison. So an update may add `controllerExpandSecretRef`.
 */
function withoutSecret(next: Json, old: Json): Json {
  const name = 'controllerExpandSecretRef';
  const [csi, before] = [recordAt(next, 'csi'), recordAt(old, 'csi')];
  return old['csi'] !== undefined && before[name] === undefined ? { ...next, csi: omit(csi, name) } : next;
}

/** The validation rules of the storage kinds, by `resource.group`. */
export const storageRules: Readonly<Record<string, Pick<Resource, 'validate'>>> = {
  persistentvolumeclaims: rules(spec(claimSpec), claim),
  persistentvolumes: rules(spec(volumeSpec), volume),
  'storageclasses.storage.k8s.io': rules((object) => storageClass(object, '')),
};
