import { isRecord } from '../../objects/index.ts';
import { annotationErrors, labelErrors } from '../metadata/metadata-errors.ts';
import { type Check, every, forbidden, members, oneOf } from './check.ts';
import { podSpecErrors } from './pod-spec.ts';

/**
 * Checks a pod template (`ValidatePodTemplateSpec`). As in the kube-apiserver, the path in an error in labels or
 * annotations does not contain `metadata`.
 */
export const template: Check = (value, path) => {
  const { metadata, spec } = isRecord(value) ? value : {};
  const { labels, annotations } = isRecord(metadata) ? metadata : {};
  return [
    ...labelErrors(labels, `${path}.labels`),
    ...annotationErrors(annotations, `${path}.annotations`),
    ...podSpecErrors(spec, `${path}.spec`),
    ...members({ ephemeralContainers: forbidden('ephemeral containers not allowed in pod template') })(
      spec,
      `${path}.spec`,
    ),
  ];
};

/**
 * Checks the pod template of a workload that replaces ended pods, such as a deployment. The restart policy must be
 * `Always`, and `activeDeadlineSeconds` is not allowed.
 */
export const lastingTemplate: Check = every(
  template,
  members({
    spec: members({
      restartPolicy: (value, path) => oneOf('Always')(value ?? 'Always', path),
      activeDeadlineSeconds: forbidden('activeDeadlineSeconds is only supported for pods and jobs'),
    }),
  }),
);
