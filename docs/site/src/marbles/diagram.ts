import { TestScheduler } from 'rxjs/testing';

/** An event on one line of a marble diagram, at one frame. */
export interface Moment {
  readonly frame: number;
  readonly kind: 'value' | 'complete' | 'error' | 'subscribe' | 'unsubscribe';
  /** The text of the value. Empty if `kind` is not `value`. */
  readonly text: string;
}

/** One line of a marble diagram: an input, an output or a subscription. */
export interface Line {
  readonly label: string;
  readonly moments: readonly Moment[];
  /** The last frame of the line. */
  readonly end: number;
}

/**
 * Parses a marble diagram of the documentation. Each line has a label, white space, and marbles in the syntax of
 * `TestScheduler.run`.
 *
 * @throws Error for marbles that RxJS refuses; the message contains the label of the line
 */
export function parseDiagram(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, label = '', marbles = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      try {
        return parseLine(label, marbles);
      } catch (error) {
        throw new Error(`${label}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    });
}

/**
 * Parses the marbles of one line.
 *
 * @throws Error for marbles that RxJS refuses, and for a group without `)`, which RxJS accepts
 */
export function parseLine(label: string, marbles: string): Line {
  if (/\([^)]*$/.test(marbles)) throw new Error(`the group in '${marbles}' has no ')'`);
  // Within `run`, each character is one frame, and a frame is one millisecond.
  return new TestScheduler(() => undefined).run(() => readLine(label, marbles));
}

function readLine(label: string, marbles: string): Line {
  // A `|` after the line makes RxJS return the frame at which the line ends. Otherwise the end of a line without
  // values would be unknown.
  const isSubscription = marbles.includes('!') || marbles.includes('^');
  const drawn = isSubscription ? marbles.replaceAll(/[!^]/g, '-') : marbles;
  const end = TestScheduler.parseMarbles(`${drawn}|`, undefined, undefined, false, true).at(-1)?.frame ?? 0;
  if (isSubscription) return { label, moments: subscription(marbles), end };
  const moments = TestScheduler.parseMarbles(marbles, undefined, undefined, false, true).map(
    ({ frame, notification }): Moment => {
      if (notification.kind === 'N') return { frame, kind: 'value', text: String(notification.value) };
      return { frame, kind: notification.kind === 'C' ? 'complete' : 'error', text: '' };
    },
  );
  return { label, moments, end };
}

function subscription(marbles: string): readonly Moment[] {
  const { subscribedFrame, unsubscribedFrame } = TestScheduler.parseMarblesAsSubscriptions(marbles, true);
  const moments: Moment[] = [];
  if (Number.isFinite(subscribedFrame)) moments.push({ frame: subscribedFrame, kind: 'subscribe', text: '' });
  if (Number.isFinite(unsubscribedFrame))
    moments.push({ frame: unsubscribedFrame, kind: 'unsubscribe', text: '' });
  return moments;
}
