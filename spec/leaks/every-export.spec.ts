import { describe, expect, it } from '@jest/globals';
import * as core from 'rx-informer';
import * as clientGo from 'rx-informer/client-go';
import * as clientNode from 'rx-informer/client-node';
import * as fetchDoor from 'rx-informer/fetch';
import * as recording from 'rx-informer/recording';
import * as testing from 'rx-informer/testing';
import { faces } from './faces.ts';
import { informers, operators } from './holders.ts';
import { recordings } from './recordings.ts';

/** Exported names that need no leak test, by the reason. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'it only computes a result from its arguments, without a subscription': [
    ...['byLabel', 'byNamespace', 'clientNodeModels', 'compareResourceVersions', 'deletionHandlingKeyOf'],
    ...['edit', 'keyOf'],
    ...['filteringResourceEventHandler', 'labelSelector', 'pathOf', 'recordingHeader', 'splitKey'],
    ...['kubeObject', 'nextVersion', 'objectBuilder', 'pod', 'recreated', 'seededRandom', 'shortestPlan'],
    ...['marblesOf', 'showPlan'],
  ],
  'it is a store, a part of a store, or a reader of a store, without timers and subscriptions': [
    ...[
      'compact',
      'genericLister',
      'lister',
      'newIndexer',
      'newMutationCache',
      'newTTLStore',
      'newThreadSafeStore',
    ],
    'testStore',
  ],
  'it has other types or arguments, but the same code as sharedInformerFactory, sharedIndexInformer, newInformer':
    [
      ...['dynamicSharedInformerFactory', 'metadataSharedInformerFactory'],
      ...['newIndexerInformer', 'sharedInformer'],
    ],
  'it has sockets, or listeners of a page, which its own specs count': [
    ...['fetchTransport', 'kubeConfigTransport', 'makeInformer', 'pageVisible'],
  ],
  'it exists only during a test, and assertNothingOpen checks the end of the test': [
    ...['assertChanges', 'assertMarbles', 'assertNothingOpen', 'assertSynced', 'emissionsOf', 'matchers'],
    ...['expectRequests', 'marbleScheduler', 'surviveChaos'],
    ...[
      'fakeControllerSource',
      'marbleListerWatcher',
      'scriptedListerWatcher',
      'sourceScript',
      'virtualCluster',
    ],
  ],
  'it is a fault like the others, or a combination of faults': [
    ...['chaos', 'expire', 'failEveryNth', 'corruptBytes', 'refuse', 'reorderAcrossKeys', 'truncate'],
  ],
};

const names = [core, clientGo, clientNode, fetchDoor, recording, testing]
  .flatMap((door) => Object.keys(door))
  .filter((name) => !name.endsWith('Error'));
const held = [...operators, ...informers, ...faces, ...recordings].map(({ name }) => name);
const isHeld = (name: string): boolean => held.some((one) => new RegExp(`\\b${name}\\b`).test(one));

describe('leak specs', () => {
  it('should exist for every public function, except functions with a reason in the list', () => {
    const excused = Object.values(leftOut).flat();

    expect(names.filter((name) => !isHeld(name) && !excused.includes(name))).toEqual([]);
    expect(excused.filter((name) => isHeld(name) || !names.includes(name))).toEqual([]);
  });
});
