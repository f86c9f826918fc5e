import { aBoolean, checkOptions, milliseconds, oneOf } from '../objects/index.ts';

/** How a virtual cluster behaves. All times in ms, on the RxJS clock. */
export interface VirtualClusterOptions {
  /** Default 0: how long a write or a `get` takes until it is done and answered; dropped earlier, it is not done. */
  readonly latency?: number;
  /** Default 0: how long before each page of a list. What is compacted meanwhile makes the next page a 410. */
  readonly listLatency?: number;
  /** Default 0: how long after a write the watches tell it, also to the one who wrote. Lists are never behind. */
  readonly lag?: number;
  /** Default 60,000: how often a watch that allows bookmarks gets one; 0: never but at the end of a streamed list. */
  readonly bookmarkInterval?: number;
  /**
   * What a watch from a forgotten version gets: an ERROR frame, as from a real server, or ('refused') HTTP 410. Default
   * 'inStream'.
   */
  readonly expired?: 'inStream' | 'refused';
  /** Default true. False: streamed lists are refused with a 422, as by servers before Kubernetes 1.34. */
  readonly streamingLists?: boolean;
}

/** @throws OptionsError for an option that is none */
export function clusterSettings(options: VirtualClusterOptions): Required<VirtualClusterOptions> {
  checkOptions('virtualCluster', options, {
    latency: milliseconds(0),
    listLatency: milliseconds(0),
    lag: milliseconds(0),
    bookmarkInterval: milliseconds(0),
    expired: oneOf('inStream', 'refused'),
    streamingLists: aBoolean,
  });
  return {
    latency: options.latency ?? 0,
    listLatency: options.listLatency ?? 0,
    lag: options.lag ?? 0,
    bookmarkInterval: options.bookmarkInterval ?? 60_000,
    expired: options.expired ?? 'inStream',
    streamingLists: options.streamingLists ?? true,
  };
}
