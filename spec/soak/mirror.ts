import type { Change } from 'rx-informer';
import type { SoakPod } from './collection.ts';
import type { Counts } from './ledger.ts';

/**
 * The objects of one subscriber, computed from the changes that the subscriber receives. Records a complaint if a
 * change does not fit the earlier changes.
 */
export class Mirror {
  readonly counts: Counts = { added: 0, updated: 0, deleted: 0 };
  readonly content = new Map<string, SoakPod>();
  readonly complaints: string[] = [];
  resynced = 0;

  readonly receive = (change: Change<SoakPod>): void => {
    const { type, key, object } = change;
    if (change.cause === 'resync') {
      this.resynced++;
      if (this.content.get(key) !== object) this.#complain('resync of an unknown object', change);
      return;
    }
    this.counts[type]++;
    const known = this.content.get(key);
    if (type === 'added') {
      if (known !== undefined) this.#complain('add of an existing object', change);
    } else if (known?.metadata.uid !== object.metadata.uid) {
      this.#complain('not about the existing object', change);
    } else if (Number(object.metadata.resourceVersion) < Number(known.metadata.resourceVersion)) {
      this.#complain('back to an older version', change);
    }
    if (type === 'deleted') this.content.delete(key);
    else this.content.set(key, object);
  };

  #complain(what: string, { type, key, object }: Change<SoakPod>): void {
    this.complaints.push(`${what}: ${type} ${key}@${object.metadata.resourceVersion}`);
  }
}

/** Returns the names, versions and uids of objects as sorted texts, for comparison. */
export const versionsOf = (objects: Iterable<SoakPod>): readonly string[] =>
  [...objects].map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}#${metadata.uid}`).sort();
