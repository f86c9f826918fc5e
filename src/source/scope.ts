import type { LabelSelector } from '../objects/index.ts';

/** Which part of a collection: absent fields do not restrict. */
export interface Scope {
  /** `''` or absent: all namespaces. */
  readonly namespace?: string;
  /** As text, or as `labelSelector()` gives it. */
  readonly labelSelector?: string | LabelSelector;
  /** `metadata.name=web,status.phase!=Failed`; which fields there are depends on the kind. */
  readonly fieldSelector?: string;
}

/** What a list or a watch is of, and how much of it may come. */
export interface ListWatchOptions extends Scope {
  /** Default false: `metadata.managedFields` is cut out before it costs memory. */
  readonly keepManagedFields?: boolean;
  /** Default 16 MiB: a longer watch frame is a `ProtocolError`. */
  readonly maxFrameBytes?: number;
  /** Default 256 MiB: a longer list page is a `ProtocolError`. */
  readonly maxPageBytes?: number;
  /**
   * client-go's `optionsModifier`: is given the parameters of each request, in the API server's own words, and returns
   * those to send. What makes it a watch, or the next page of a list, cannot be changed. What it throws ends that
   * request with a `HandlerError`.
   */
  readonly optionsModifier?: (options: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}
