import { aBoolean, checkOptions, milliseconds, oneOf } from '../objects/index.ts';

/** The behaviour of a virtual cluster. All times are in ms on the RxJS clock. */
export interface VirtualClusterOptions {
  /**
   * The delay before a write or a `get` is executed, and its answer is emitted. A write that is unsubscribed earlier is
   * not executed. Default 0.
   */
  readonly latency?: number;
  /**
   * The delay before each page of a list. If the version of the list is compacted during the delay, the next page fails
   * with 410. Default 0.
   */
  readonly listLatency?: number;
  /**
   * The delay between a write and its watch events, also for the watches of the writer. Lists have no such delay.
   * Default 0.
   */
  readonly lag?: number;
  /**
   * The interval of bookmarks on a watch that allows them. With 0, only the bookmark at the end of a streaming list is
   * sent. Default 60,000.
   */
  readonly bookmarkInterval?: number;
  /**
   * The answer to a watch from a forgotten version. 'inStream' sends an ERROR frame, as a real server does. 'refused'
   * answers with HTTP 410. Default 'inStream'.
   */
  readonly expired?: 'inStream' | 'refused';
  /** If false, the cluster refuses streaming lists with a 422, as servers before Kubernetes 1.34 do. Default true. */
  readonly streamingLists?: boolean;
}

/** @throws OptionsError for an unknown or invalid option */
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
