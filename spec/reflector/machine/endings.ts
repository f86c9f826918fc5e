import { StatusError } from '../../../src/objects/index.ts';
import type { Ending } from '../../../src/reflector/machine/decide.ts';
import { createMemory, type Memory, planned, replaced } from '../../../src/reflector/machine/memory.ts';

/** What a reflector remembers that has listed up to version 9. */
export const watching = (more: Partial<Memory> = {}): Memory => {
  const memory = createMemory(false);
  replaced(memory, '9', 0);
  return Object.assign(memory, more);
};

/** The end of what is planned: at once, with nothing. */
const endedAsPlanned = (memory: Memory, more: Partial<Ending> = {}): Ending => ({
  plan: planned(memory),
  silent: false,
  begun: false,
  synced: false,
  lived: 0,
  frames: 0,
  repeated: false,
  ...more,
});

/** The same, where a check of the server's version before it found nothing. */
export function ended(memory: Memory, more: Partial<Ending> = {}): Ending {
  if (memory.plan === 'check') memory.plan = 'watch';
  return endedAsPlanned(memory, more);
}

export const error = (code: number, reason = ''): StatusError => new StatusError({ code, reason });
