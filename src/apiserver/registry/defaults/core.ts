import { Buffer } from 'node:buffer';
import { type Json, omit, recordAt } from '../../json.ts';
import { podDefaults, templateLabels } from './core-pods.ts';
import { serviceDefaults } from './core-services.ts';
import { isEmptyAt, type TypeDefaults } from './type-defaults.ts';

const file = { volumeMode: 'Filesystem' };

/** The defaults of the core API group. */
export const coreDefaults: TypeDefaults = {
  ...podDefaults,
  ...serviceDefaults,
  'core.v1.EndpointPort': { protocol: 'TCP' },
  'core.v1.LimitRangeItem': withLimits,
  'core.v1.Namespace': withNameLabel,
  'core.v1.NamespaceStatus': { phase: 'Active' },
  'core.v1.NodeStatus': (status) =>
    status['capacity'] === undefined ? status : { allocatable: status['capacity'], ...status },
  'core.v1.NodeSpec': (spec) =>
    isEmptyAt(spec, 'podCIDR') ? spec : { podCIDRs: [spec['podCIDR']], ...spec },
  'core.v1.PersistentVolumeClaimSpec': file,
  'core.v1.PersistentVolumeClaimStatus': { phase: 'Pending' },
  'core.v1.PersistentVolumeSpec': { persistentVolumeReclaimPolicy: 'Retain', ...file },
  'core.v1.PersistentVolumeStatus': { phase: 'Pending' },
  'core.v1.ReplicationController': withTemplateLabels,
  'core.v1.Secret': [{ type: 'Opaque' }, withTexts],
};

/**
 * Adds the label `kubernetes.io/metadata.name` to a namespace. A namespace with `generateName` has no name yet, and
 * gets no label here.
 */
function withNameLabel(namespace: Json): Json {
  const metadata = recordAt(namespace, 'metadata');
  if (isEmptyAt(metadata, 'name')) return namespace;
  const labels = { ...recordAt(metadata, 'labels'), 'kubernetes.io/metadata.name': metadata['name'] };
  return { ...namespace, metadata: { ...metadata, labels } };
}

/**
 * Copies the texts of `stringData` of a secret into `data`, and replaces existing values there. The server does not
 * store `stringData`.
 */
function withTexts(secret: Json): Json {
  const texts = Object.entries(recordAt(secret, 'stringData'));
  const rest = omit(secret, 'stringData');
  if (texts.length === 0) return rest;
  const bytes = texts.map(([name, text]) => [name, Buffer.from(String(text)).toString('base64')]);
  return { ...rest, data: { ...recordAt(secret, 'data'), ...Object.fromEntries(bytes) } };
}

/**
 * Sets the defaults in an item of a limit range for containers. The default limit is `max`. The default request is the
 * default limit, or `min` if there is no default limit.
 */
function withLimits(item: Json): Json {
  if (item['type'] !== 'Container') return item;
  const limit = { ...recordAt(item, 'max'), ...recordAt(item, 'default') };
  const request = { ...recordAt(item, 'min'), ...limit, ...recordAt(item, 'defaultRequest') };
  return {
    ...item,
    ...(Object.keys(limit).length === 0 ? {} : { default: limit }),
    ...(Object.keys(request).length === 0 ? {} : { defaultRequest: request }),
  };
}

/**
 * Sets the default selector and the default labels of a replication controller. The default selector and the default
 * labels are the labels of the pod template.
 */
function withTemplateLabels(controller: Json): Json {
  const labels = templateLabels(controller);
  if (labels === undefined) return controller;
  const metadata = recordAt(controller, 'metadata');
  const spec = recordAt(controller, 'spec');
  return {
    ...controller,
    metadata: isEmptyAt(metadata, 'labels') ? { ...metadata, labels } : metadata,
    spec: isEmptyAt(spec, 'selector') ? { ...spec, selector: labels } : spec,
  };
}
