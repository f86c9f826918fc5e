/** When something was subscribed to, and when it was left, in ms. */
export interface SubscriptionTimes {
  readonly subscribedFrame: number;
  /** Infinity: never. */
  readonly unsubscribedFrame: number;
}

/** In the syntax of subscription diagrams: `--^ 998ms !`. */
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
