import { age } from '../age.ts';
import type { Printer } from '../cell.ts';
import { count, list, map, text } from '../fields.ts';
import { containersText, labelsText, nameOf, none, ratio, selectorText } from '../words.ts';

const containers = 'spec.template.spec.containers';

export const deployment: Printer = (object, now) => [
  nameOf(object),
  ratio(object, 'status.readyReplicas', 'spec.replicas'),
  count(object, 'status.updatedReplicas'),
  count(object, 'status.availableReplicas'),
  age(object, now),
  ...containersText(object, containers),
  selectorText(object, 'spec.selector'),
];

const replicas: Printer = (object, now) => [
  nameOf(object),
  count(object, 'spec.replicas'),
  count(object, 'status.replicas'),
  count(object, 'status.readyReplicas'),
  age(object, now),
  ...containersText(object, containers),
];

export const replicaSet: Printer = (object, now) => [
  ...replicas(object, now),
  selectorText(object, 'spec.selector'),
];

export const replicationController: Printer = (object, now) => [
  ...replicas(object, now),
  labelsText(map(object, 'spec.selector')),
];

export const statefulSet: Printer = (object, now) => [
  nameOf(object),
  ratio(object, 'status.readyReplicas', 'spec.replicas'),
  age(object, now),
  ...containersText(object, containers),
];

export const daemonSet: Printer = (object, now) => [
  nameOf(object),
  count(object, 'status.desiredNumberScheduled'),
  count(object, 'status.currentNumberScheduled'),
  count(object, 'status.numberReady'),
  count(object, 'status.updatedNumberScheduled'),
  count(object, 'status.numberAvailable'),
  labelsText(map(object, 'spec.template.spec.nodeSelector')),
  age(object, now),
  ...containersText(object, containers),
  selectorText(object, 'spec.selector'),
];

export const podTemplate: Printer = (object) => [
  nameOf(object),
  ...containersText(object, 'template.spec.containers'),
  labelsText(map(object, 'template.metadata.labels')),
];

export const controllerRevision: Printer = (object, now) => {
  const owner = list(object, 'metadata.ownerReferences').find(({ controller }) => controller === true);
  return [
    nameOf(object),
    owner === undefined
      ? none
      : ownerText(text(owner, 'apiVersion'), text(owner, 'kind'), text(owner, 'name')),
    count(object, 'revision'),
    age(object, now),
  ];
};

function ownerText(apiVersion: string, kind: string, name: string): string {
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/', 1).join()}` : '';
  return `${kind}${group}`.toLowerCase() + `/${name}`;
}
