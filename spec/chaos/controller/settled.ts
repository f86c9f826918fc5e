import { setTimeout as sleep } from 'node:timers/promises';
import type { PlainClient } from '../support/plain-client.ts';
import type { Replica } from './replica.ts';
import { serverState } from './wanted-state.ts';

interface SettledOptions {
  readonly client: PlainClient;
  readonly replicas: readonly Replica[];
  /** Time limit in ms. */
  readonly patience: number;
  readonly note: (text: string) => void;
  /** Whether the test can end early. `wrong` has the differences from the wanted state that the controller leaves. */
  readonly isFound: (wrong: readonly string[]) => boolean;
}

/** How a controller has settled. */
interface Settled {
  /** The last differences from the wanted state, as text. */
  readonly wrong: readonly string[];
  /** The time in ms until the controller settled. `undefined` if the time limit passed, or the test ends early. */
  readonly after: number | undefined;
}

/** For how long in ms a state must last. */
const settledFor = 500;
const leftFor = 2_000;

/** Waits until each key is in its wanted state and no key waits, and until both are still so a while later. */
export async function settled(options: SettledOptions): Promise<Settled> {
  const { client, replicas, patience, note, isFound } = options;
  const begin = performance.now();
  let settledSince: number | undefined;
  let leftSince: number | undefined;
  let noted = begin;
  for (;;) {
    const state = await serverState(client);
    const { wrong } = state;
    const left = [...wrong, ...replicas.flatMap((replica) => replica.unrest())];
    const now = performance.now();
    settledSince = left.length === 0 ? (settledSince ?? now) : undefined;
    if (settledSince !== undefined && now - settledSince >= settledFor)
      return { wrong, after: settledSince - begin };
    // A leader that has received everything and has no work leaves a wrong key as it is.
    const isLeft = wrong.length > 0 && replicas.some((replica) => replica.isIdleAt(state));
    leftSince = isLeft ? (leftSince ?? now) : undefined;
    if (isFound(leftSince !== undefined && now - leftSince >= leftFor ? wrong : []))
      return { wrong, after: undefined };
    if (left.length > 0 && now - noted > 5_000) {
      noted = now;
      note(`  not yet: ${left.slice(0, 3).join('; ')}`);
    }
    if (now - begin >= patience) return { wrong, after: undefined };
    await sleep(100);
  }
}
