import { type KubeObject, keyOf, type ObjectKey, splitKey } from '../../src/objects/index.ts';
import { ByKeyFifo } from '../../src/queue/machine/by-key-fifo.ts';
import { outcome } from './outcome.ts';
import type { Topic } from './topic.ts';

/** `keys.json`: from an object to its key and back. */
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
      case 'DeletionHandlingMetaNamespaceKeyFunc':
        return { out: keyOf(objectNamed(given as ObjectName)) };
      case 'MetaNamespaceKeyFunc(ExplicitKey)':
      case 'DeletionHandlingMetaNamespaceKeyFunc(DeletedFinalStateUnknown)':
        return { out: keyOfTombstone(given as ObjectKey) };
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

/** A key that stands for an object: what is known under it and missing from a list is deleted under it, as it stands. */
function keyOfTombstone(key: ObjectKey): ObjectKey | undefined {
  const fifo = new ByKeyFifo({
    knownObjects: { listKeys: () => [key], get: () => objectNamed({ namespace: 'other', name: 'name' }) },
    onError: (error) => {
      throw error;
    },
  });
  fifo.write({ type: 'REPLACED', items: [], resourceVersion: '1' });
  return fifo.pop()?.[0]?.key;
}
