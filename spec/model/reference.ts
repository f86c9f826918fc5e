import type { FailureClass, ReflectorStatus } from 'rx-informer';
import type { Breach } from './mirror.ts';
import { retryAfter } from './refusals.ts';
import type { RequestFacts } from './request-facts.ts';

/**
 * A simple reference implementation of the reflector. It sees each request and each status of the reflector under
 * test. It checks the number of the attempt, the time of the next attempt, and the version from which a watch resumes
 * (G17, G18).
 */
export class ReflectorReference {
  readonly #breach: Breach;
  readonly #isPrompt: boolean;
  #current: RequestFacts | undefined;
  #isJudged = true;
  /**
   * Whether the reflector lists in pages. `for good`: the server has no streaming lists. `for now`: the reflector
   * lists in pages until the server forbids lists.
   */
  #paged: 'for good' | 'for now' | undefined;
  /**
   * Whether the reflector uses streaming lists because the server forbids lists. Streaming lists need no permission to
   * list.
   */
  #isStreaming = false;
  #seen = '';
  #due: number | undefined;
  #attempts = { expired: 0, unauthorized: 0, other: 0 };
  /** Number of consecutive responses from a replica that is behind the version that the reflector has seen. */
  #behind = 0;

  constructor(breach: Breach, isPrompt: boolean) {
    this.#breach = breach;
    this.#isPrompt = isPrompt;
  }

  /** Resets the state when the informer under test is stopped. */
  stopped(): void {
    this.#current = undefined;
    this.#isJudged = true;
    this.#seen = '';
    this.#due = undefined;
    this.#attempts = { expired: 0, unauthorized: 0, other: 0 };
    this.#behind = 0;
    this.#paged = undefined;
    this.#isStreaming = false;
  }

  request(facts: RequestFacts): void {
    const { kind, resourceVersion, at } = facts;
    const before = this.#current;
    // If the version of a watch event is lower than the last seen version, the reflector reads the server's current
    // resourceVersion while the watch goes on.
    if (kind === 'check' && before !== undefined && before.kind !== 'check' && before.isOver !== true) {
      if (resourceVersion !== '')
        this.#breach('G18', `check from '${resourceVersion}' at ${at}: the resourceVersion must be unset`);
      return;
    }
    this.#judge(at);
    const words = `${kind} from '${resourceVersion}' at ${at}, after ${this.#seen}`;
    if (kind === 'watch' && resourceVersion !== this.#seen)
      this.#breach('G18', `${words}: it must start at the last version`);
    if (kind !== 'watch' && resourceVersion !== '' && resourceVersion !== this.#seen)
      this.#breach('G18', `${words}: the resourceVersion must be the last version or unset`);
    if (this.#isPrompt && this.#due !== undefined && at !== this.#due)
      this.#breach('G17', `${words}: it was due at ${this.#due}`);
    // If the server forbids the list that reads its current resourceVersion, the reflector may use streaming lists
    // again, even if streaming lists have failed before.
    if (kind === 'stream' && isForbiddenCheck(before) && this.#paged !== 'for good') {
      this.#paged = undefined;
      this.#isStreaming = true;
    }
    if (kind === 'stream' && this.#paged !== undefined)
      this.#breach('G18', `${words}: the reflector had changed to lists in pages`);
    if (kind !== 'check' && isRefusedCheck(before) && this.#due === undefined && !this.#isStreaming)
      this.#breach('G17', `${words}: after a refused check it must wait, because it lists in pages`);
    const wasWatch = before?.kind === 'watch' || before?.syncedAt !== undefined;
    if (wasWatch && before.error?.failure === 'expired' && kind === 'watch')
      this.#breach('G18', `${words}: a watch must not follow a 410`);
    if (kind === 'stream') this.#isStreaming = true;
    this.#current = facts;
    this.#isJudged = false;
    this.#due = undefined;
  }

  status(status: ReflectorStatus): void {
    if (status.phase === 'stopped') this.stopped();
    if (status.phase === 'waiting') this.#waiting(status);
  }

  #waiting({ failure, attempt, since, retryAt }: Extract<ReflectorStatus, { phase: 'waiting' }>): void {
    const livedLong = this.#judge(since);
    this.#due = retryAt;
    const words = `${failure}, attempt ${attempt}, next try in ${retryAt - since} ms`;
    const leadsToStream = this.#isStreaming || (isForbiddenCheck(this.#current) && this.#paged === 'for now');
    if (isRefusedCheck(this.#current) && leadsToStream)
      this.#breach('G17', `${words}: a streamed list must replace a refused check immediately`);
    if (failure === 'unsupported') {
      if (this.#current?.kind !== 'stream') this.#breach('G18', `${words}: no streamed list was requested`);
      const delay = this.#current?.error?.failure === 'throttled' ? retryAfter * 1_000 : 0;
      if (attempt !== 1 || retryAt - since !== delay)
        this.#breach('G17', `${words}: the list in pages must follow after ${delay} ms`);
      this.#paged = isRefusal(this.#current?.error) ? 'for good' : 'for now';
      this.#isStreaming = false;
      return;
    }
    if (failure === 'forbidden' && this.#current?.kind === 'list' && this.#paged === 'for now')
      this.#paged = undefined;
    const counter = failure === 'expired' || failure === 'unauthorized' ? failure : 'other';
    const expected = ++this.#attempts[counter];
    if (attempt !== expected) this.#breach('G17', `${words}: the attempt must be ${expected}`);
    const [from, to] = this.#delay(failure, expected, livedLong);
    const delay = retryAt - since;
    if (delay < from || delay > to)
      this.#breach('G17', `${words}: the delay must be between ${from} and ${to} ms`);
  }

  #delay(failure: FailureClass, attempt: number, livedLong: boolean): readonly [number, number] {
    const { kind, resourceVersion, syncedAt, error } = this.#current ?? {};
    const first = 800 * 2 ** (attempt - 1);
    const step = [Math.min(first, 30_000), 2 * Math.min(first, 30_000)] as const;
    switch (failure) {
      case 'expired':
        return kind !== 'watch' && syncedAt === undefined && resourceVersion !== '' ? [0, 0] : step;
      case 'throttled':
        return [retryAfter * 1_000, retryAfter * 1_000];
      case 'unauthorized':
        return attempt === 1 ? [0, 0] : [5_000, 60_000];
      case 'forbidden':
        return [30_000, 60_000];
      case 'notFound':
        return [400, 800];
      default:
        if (error?.message.includes('Too large') === true) {
          this.#behind++;
          return this.#behind <= 3 ? [1_000, 1_000] : [Math.max(1_000, step[0]), Math.max(1_000, step[1])];
        }
        return livedLong ? [0, 0] : step;
    }
  }

  /**
   * Updates the counters of attempts after the end of a request. Only a healthy watch resets the counters.
   *
   * @returns whether the watch was open for 5 s
   */
  #judge(now: number): boolean {
    const facts = this.#current;
    if (this.#isJudged || facts === undefined) return false;
    this.#isJudged = true;
    this.#seen = facts.seen ?? this.#seen;
    const since = facts.kind === 'watch' ? facts.at : facts.syncedAt;
    if (since === undefined) return false;
    const { error, frames, syncedAt } = facts;
    const isRefused = error !== undefined && frames === 0 && syncedAt === undefined && !isInStream(error);
    const livedLong = now - since >= 5_000 && !isRefused;
    if (frames > 0 || livedLong) this.#attempts.expired = this.#attempts.other = this.#behind = 0;
    if (livedLong) this.#attempts.unauthorized = 0;
    return livedLong;
  }
}

/**
 * Whether the request reads the server's current resourceVersion, and the server will refuse each repetition of the
 * request.
 */
const isRefusedCheck = (facts: RequestFacts | undefined): boolean =>
  isForbiddenCheck(facts) || (facts?.kind === 'check' && facts.error?.failure === 'fatal');

/**
 * Whether the server forbids the list that reads its current resourceVersion. After such a refusal, the reflector tries
 * streaming lists again, because streaming lists need no permission to list.
 */
const isForbiddenCheck = (facts: RequestFacts | undefined): boolean =>
  facts?.kind === 'check' && facts.error?.failure === 'forbidden';

/**
 * Whether the error means that the server has no streaming lists. After any other error, the reflector avoids
 * streaming lists only for some time.
 */
const isRefusal = (error: RequestFacts['error']): boolean =>
  error?.failure === 'unsupported' || (error?.failure === 'fatal' && 'code' in error);

function isInStream(error: object): boolean {
  return !('inStream' in error) || error.inStream === true;
}
