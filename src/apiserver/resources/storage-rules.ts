import { isSame, type Json, omit, recordAt } from '../json.ts';
import { fieldForbidden } from '../status/invalid.ts';
import { immutableAtRoot, type Rule, rules } from './immutable.ts';
import type { Resource } from './resource.ts';

/** A claim stays what it is, but for the volume that it is bound to and, once it is, its size and attributes. */
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

/** Where the data of a volume is, is said by the one member of its spec that is none of these. */
const general = [
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
];

const volume: Rule = (object, existing) => {
  if (existing === undefined) return [];
  const source = (one: Json): Json => omit(recordAt(one, 'spec'), ...general);
  return isSame(withoutSecret(source(object), source(existing)), source(existing))
    ? []
    : [
        fieldForbidden(
          'spec.persistentvolumesource',
          'spec.persistentvolumesource is immutable after creation',
        ),
      ];
};

/** A secret for growing it may still be named. */
function withoutSecret(next: Json, old: Json): Json {
  const name = 'controllerExpandSecretRef';
  const [csi, before] = [recordAt(next, 'csi'), recordAt(old, 'csi')];
  return old['csi'] !== undefined && before[name] === undefined ? { ...next, csi: omit(csi, name) } : next;
}

/** By the resource: what may not change of what is stored on. */
export const storageRules: Readonly<Record<string, Pick<Resource, 'validate'>>> = {
  persistentvolumeclaims: rules(claim),
  persistentvolumes: rules(volume),
  'storageclasses.storage.k8s.io': rules(
    immutableAtRoot('parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'),
  ),
};
