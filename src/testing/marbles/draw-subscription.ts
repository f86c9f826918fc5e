/** The start and the end of a subscription, in ms. */
export interface SubscriptionTimes {
  readonly subscribedFrame: number;
  /** The end of the subscription, in ms. The value is Infinity if the subscription has not ended. */
  readonly unsubscribedFrame: number;
}

/** Draws a subscription in the syntax of subscription diagrams, for example `--^ 998ms !`. */
export function drawSubscription({ subscribedFrame, unsubscribedFrame }: SubscriptionTimes): string {
  const before = dashes(subscribedFrame);
  if (unsubscribedFrame === Infinity) return `${before}^`.trim();
  if (unsubscribedFrame === subscribedFrame) return `${before}(^!)`.trim();
  return `${before}^${dashes(unsubscribedFrame - subscribedFrame - 1)}!`.trim();
}

export function isSubscriptionLog(value: unknown): value is SubscriptionTimes {
  return typeof (value as Partial<SubscriptionTimes> | null)?.subscribedFrame === 'number';
}

const dashes = (frames: number): string => (frames <= 20 ? '-'.repeat(frames) : ` ${frames}ms `);
