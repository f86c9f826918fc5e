import { aBoolean, checkOptions, milliseconds, oneOf } from '../objects/index.ts';

/** The options of `virtualCluster`. All times are in ms of the RxJS clock. */
export interface VirtualClusterOptions {
  /**
   * The delay before the cluster executes a write or a `get`, and answers. If the write is unsubscribed
   * earlier, the cluster does not execute it. Default: 0.
   */
  readonly latency?: number;
  /**
   * The delay before each page of a list. If the history of the list's version is forgotten during the delay,
   * the next page fails with 410. Default: 0.
   */
  readonly listLatency?: number;
  /**
   * The delay between a write and its watch events, also for the watches of the program that writes. Lists
   * have no such delay. Default: 0.
   */
  readonly lag?: number;
  /**
   * The interval between the bookmarks of a watch with `allowWatchBookmarks`. With 0, the cluster sends only
   * the bookmark at the end of a streaming list. Default: 60,000.
   */
  readonly bookmarkInterval?: number;
  /**
   * The answer to a watch from a version whose history is forgotten. 'inStream' sends an ERROR frame, as a
   * real server does. 'refused' answers with HTTP 410. Default: 'inStream'.
   */
  readonly expired?: 'inStream' | 'refused';
  /**
   * Whether the cluster supports streaming lists. With false, the cluster refuses streaming lists with a 422,
   * as servers before Kubernetes 1.34 do. Default: true.
   */
  readonly streamingLists?: boolean;
}

/**
 * Checks the options of a virtual cluster and adds the defaults.
 *
 * @throws OptionsError for an unknown or invalid option
 */
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
