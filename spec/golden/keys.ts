import { keyOf, type KubeObject, type ObjectKey, splitKey } from 'rx-informer';
import { type DeletedFinalStateUnknown, deletionHandlingKeyOf } from 'rx-informer/client-go';
import { outcome } from './outcome.ts';
import type { Topic } from './topic.ts';

/** Replays `keys.json`: the test cases compute the keys of objects and split keys. */
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

/** Returns a DeletedFinalStateUnknown whose object has another key. The key of the DeletedFinalStateUnknown counts. */
const tombstone = (key: ObjectKey): DeletedFinalStateUnknown<KubeObject> => ({
  key,
  object: objectNamed({ namespace: 'other', name: 'name' }),
  finalStateKnown: false,
});
