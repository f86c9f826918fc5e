/** Measures how many events per second have arrived recently. */
export interface Rate {
  count(events: number, now: number): void;
  /** Returns the events per second over the last 5 s. */
  at(now: number): number;
}

/** Creates a rate that counts events per half second. So the rate need not store each event. */
export function createRate(): Rate {
  const counts = new Array<number>(slots).fill(0);
  let last = 0;

  const moveTo = (now: number): void => {
    const slot = Math.floor(now / step);
    for (let stale = Math.max(last + 1, slot - slots + 1); stale <= slot; stale++) counts[stale % slots] = 0;
    if (slot < last) counts.fill(0); // the time goes back if the user sets the system clock back
    last = slot;
  };

  return {
    count(events, now) {
      moveTo(now);
      counts[last % slots] = (counts[last % slots] ?? 0) + events;
    },
    at(now) {
      moveTo(now);
      return (counts.reduce((sum, count) => sum + count, 0) * 1_000) / (slots * step);
    },
  };
}

const step = 500;
const slots = 10;
