import { keyOf, type KubeObject, type ObjectKey, splitKey } from 'rx-informer';
import { type DeletedFinalStateUnknown, deletionHandlingKeyOf } from 'rx-informer/client-go';
import { outcome } from './outcome.ts';
import type { Topic } from './topic.ts';

/** `keys.json`: keys of objects, and the parts of keys. */
export const keys: Topic = (golden) => {
  const given = golden['in'];
  return outcome(golden, ['fn', 'in'], () => {
    switch (golden['fn']) {
      case 'SplitMetaNamespaceKey': {
        const { namespace, name } = splitKey(given as ObjectKey);
        return { out: [namespace, name] };
      }
      case 'ParseObjectName': {
        const { namespace, name } = splitKey(given as ObjectKey);
        return { out: { namespace, name, string: keyOf(objectNamed({ namespace, name })) } };
      }
      case 'MetaNamespaceKeyFunc':
        return { out: keyOf(objectNamed(given as ObjectName)) };
      case 'DeletionHandlingMetaNamespaceKeyFunc':
        return { out: deletionHandlingKeyOf(objectNamed(given as ObjectName)) };
      case 'MetaNamespaceKeyFunc(ExplicitKey)':
        return { out: deletionHandlingKeyOf(given as ObjectKey) };
      case 'DeletionHandlingMetaNamespaceKeyFunc(DeletedFinalStateUnknown)':
        return { out: deletionHandlingKeyOf(tombstone(given as ObjectKey)) };
      default:
        throw new Error(`no function ${String(golden['fn'])}`);
    }
  });
};

interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

function objectNamed({ namespace, name }: ObjectName): KubeObject {
  return { metadata: { namespace, name, uid: '1', resourceVersion: '1' } };
}

/** A tombstone whose object has another key: the key of the tombstone counts. */
const tombstone = (key: ObjectKey): DeletedFinalStateUnknown<KubeObject> => ({
  key,
  object: objectNamed({ namespace: 'other', name: 'name' }),
  finalStateKnown: false,
});
