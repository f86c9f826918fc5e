import { describe, expect, it } from '@jest/globals';
import * as core from 'rx-informer';
import * as apiserver from 'rx-informer/apiserver';
import * as clientNode from 'rx-informer/client-node';
import * as fetchDoor from 'rx-informer/fetch';
import * as testing from 'rx-informer/testing';

describe('public surface', () => {
  it('should be these names and no others', () => {
    expect({
      core: Object.keys(core),
      apiserver: Object.keys(apiserver),
      clientNode: Object.keys(clientNode),
      fetch: Object.keys(fetchDoor),
      testing: Object.keys(testing),
    }).toEqual({
      core: [
        'BufferOverflowError',
        'ConnectionError',
        'FifoClosedError',
        'HandlerError',
        'KubeError',
        'OptionsError',
        'ProtocolError',
        'RequeueError',
        'StatusError',
        'TransactionError',
        'buffered',
        'byLabel',
        'byNamespace',
        'compareResourceVersions',
        'deletionHandlingKeyOf',
        'deltaFifo',
        'dynamicSharedInformerFactory',
        'edit',
        'filteringResourceEventHandler',
        'genericLister',
        'indexedStore',
        'informer',
        'keyOf',
        'labelSelector',
        'listWatch',
        'lister',
        'metadataSharedInformerFactory',
        'newController',
        'newDeltaFIFO',
        'newIndexer',
        'newIndexerInformer',
        'newInformer',
        'newMutationCache',
        'newRealFIFO',
        'newStore',
        'newTTLStore',
        'newThreadSafeStore',
        'pathOf',
        'processDeltas',
        'processLoop',
        'processorListener',
        'query',
        'reflect',
        'select',
        'sharedIndexInformer',
        'sharedInformer',
        'sharedInformerFactory',
        'sharedProcessor',
        'splitKey',
        'waitForCacheSync',
      ],
      apiserver: [
        'createApiServer',
        'manualClock',
        'parseFault',
        'readSnapshot',
        'startApiServer',
        'useApiServer',
        'writeSnapshot',
      ],
      clientNode: ['kubeConfigTransport', 'makeInformer'],
      fetch: ['fetchTransport', 'pageVisible'],
      testing: [
        'fakeControllerSource',
        'kubeObject',
        'marbleListerWatcher',
        'scriptedListerWatcher',
        'withFaults',
      ],
    });
  });
});
