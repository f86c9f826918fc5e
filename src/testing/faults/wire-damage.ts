import { createEventReader, createPageReader } from '../../source/index.ts';

/**
 * Returns the error of a real ListerWatcher for a watch frame that is not JSON. The real code parses a broken
 * frame here, so the error is equal to a real error.
 */
export const corruptFrame = (): unknown =>
  thrownBy(() => Array.from(createEventReader(settings, ignore).read(bytesOf(garbage))));
export const corruptPage = (): unknown => thrownBy(() => read(garbage));
export const truncatedPage = (): unknown => thrownBy(() => read(halfAPage));

const garbage = '\u0000\u001f garbage, and no JSON\n';
const halfAPage = '{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[{"metada';

const settings = {
  keepManagedFields: false,
  maxFrameBytes: 1_024,
  maxPageBytes: 1_024,
  confidential: false,
} as const;
const ignore = (): void => undefined;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string): void {
  const reader = createPageReader(settings);
  reader.push(bytesOf(text));
  reader.end();
  reader.work(() => false);
  reader.page();
}

function thrownBy(reading: () => unknown): unknown {
  try {
    return reading();
  } catch (error) {
    return error;
  }
}
