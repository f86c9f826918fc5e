import { isRecord } from '../../../objects/index.ts';
import { type Json, omit, recordAt, recordsAt } from '../../json.ts';
import { withPullPolicy } from './pull-policy.ts';
import type { TypeDefaults } from './type-defaults.ts';
import { withPodResources } from './pod-resources.ts';

const file = { defaultMode: 420 };
const container = [
  withPullPolicy('imagePullPolicy', 'image'),
  { terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' },
];

/** The defaults of pods, pod templates and the Go types inside pods, in the core API group. */
export const podDefaults: TypeDefaults = {
  'core.v1.Pod': [withPodDefaults, withPodResources],
  'core.v1.PodSpec': [
    {
      dnsPolicy: 'ClusterFirst',
      restartPolicy: 'Always',
      securityContext: {},
      terminationGracePeriodSeconds: 30,
      schedulerName: 'default-scheduler',
    },
    withBothAccounts,
  ],
  'core.v1.Container': container,
  'core.v1.EphemeralContainer': container,
  'core.v1.Probe': { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
  'core.v1.HTTPGetAction': { path: '/', scheme: 'HTTP' },
  'core.v1.Volume': (volume) => (Object.keys(volume).length > 1 ? volume : { ...volume, emptyDir: {} }),
  'core.v1.ImageVolumeSource': withPullPolicy('pullPolicy', 'reference'),
  'core.v1.SecretVolumeSource': file,
  'core.v1.ConfigMapVolumeSource': file,
  'core.v1.DownwardAPIVolumeSource': file,
  'core.v1.ProjectedVolumeSource': file,
  'core.v1.ServiceAccountTokenProjection': { expirationSeconds: 3600 },
  'core.v1.HostPathVolumeSource': { type: '' },
  'core.v1.ResourceFieldSelector': { divisor: '0' },
  'core.v1.ObjectFieldSelector': { apiVersion: 'v1' },
};

/** Sets the defaults that apply to pods, but not to pod templates. */
function withPodDefaults(pod: Json): Json {
  const spec = recordAt(pod, 'spec');
  const { hostNetwork = false, enableServiceLinks = true, terminationGracePeriodSeconds: grace } = spec;
  const next = {
    ...spec,
    enableServiceLinks,
    ...(typeof grace === 'number' && grace < 0 ? { terminationGracePeriodSeconds: 1 } : {}),
  };
  return { ...pod, spec: hostNetwork === true ? withHostPorts(next) : next };
}

/**
 * Sets the missing host ports of a pod with `hostNetwork: true`. In the network of the host, the host port equals the
 * container port.
 */
function withHostPorts(spec: Json): Json {
  const lists = ['containers', 'initContainers'].filter((name) => spec[name] !== undefined);
  const open = (port: Json): Json => ({ ...port, hostPort: port['hostPort'] ?? port['containerPort'] });
  const opened = (container: Json): Json =>
    container['ports'] === undefined
      ? container
      : { ...container, ports: recordsAt(container, 'ports').map(open) };
  return { ...spec, ...Object.fromEntries(lists.map((name) => [name, recordsAt(spec, name).map(opened)])) };
}

/** Sets `serviceAccountName` and the deprecated field `serviceAccount` to the same value. */
function withBothAccounts(spec: Json): Json {
  const { serviceAccountName = '', serviceAccount = '' } = spec;
  const account = serviceAccountName === '' ? serviceAccount : serviceAccountName;
  const accountFields = account === '' ? {} : { serviceAccountName: account, serviceAccount: account };
  const rest = account === serviceAccount || serviceAccount === '' ? spec : omit(spec, 'serviceAccount');
  return { ...rest, ...accountFields };
}

/** Returns the labels in the pod template of a workload. */
export function templateLabels(object: Json): Json | undefined {
  const { labels } = recordAt(recordAt(recordAt(object, 'spec'), 'template'), 'metadata');
  return isRecord(labels) ? labels : undefined;
}
