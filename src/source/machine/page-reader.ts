import { internStrings, type KubeObject, ProtocolError } from '../../objects/index.ts';
import { type ByteWindow, checkNotDetached, createByteWindow } from './byte-window.ts';
import { createJsonParser, type DecodeSettings } from './json-parser.ts';
import { beginsAsWebPage, excerptOf, webPageError } from './unexpected-answer.ts';
import { createDefects, type Defects } from './object-defects.ts';
import { createItemReader, type ItemReader } from './item-reader.ts';
import { itemTypeOf, type Page, pageOf } from './page.ts';
import { ascii, bytesOf, skipBlanks, valueOfKey } from './json-scan.ts';
import { createSizeGuard } from './size-guard.ts';

/** Decodes one page of a list while it arrives, item by item. */
export interface PageReader {
  /**
   * Adds a part of the body. The reader keeps no reference to a chunk that it has read (PF21).
   *
   * @throws ProtocolError for a page that is too long, and for a detached chunk
   */
  push(chunk: Uint8Array): void;
  /** Ends the input of the reader. Call `end` when the body is complete. */
  end(): void;
  /**
   * Decodes the items that have arrived completely. The method calls `pause` after each item.
   *
   * @returns false if the work paused; true if the work needs more bytes, or if the page is complete
   */
  work(pause: () => boolean): boolean;
  /** Returns the page. Call `page` after `end`, when the work is done. */
  page(): Page;
}

/**
 * Creates a reader for one page of a list. A page consists of a head up to `"items":[`, the items, and a
 * rest. Head and rest together are the list without items. If the reader does not find the items, the rest is
 * the whole page, and is parsed at the end. This happens if the key is absent, the value is `null`, or a
 * blank precedes the colon.
 */
export function createPageReader(
  settings: DecodeSettings,
  defects: Defects = createDefects(() => undefined),
  window: ByteWindow = createByteWindow(),
): PageReader {
  const { confidential, keepManagedFields, maxPageBytes, knownObjects, intern = internStrings } = settings;
  const json = createJsonParser();
  const guard = createSizeGuard(settings);
  const parsed: unknown[] = [];
  let head = '';
  let items: ItemReader | undefined;
  let completed: Generator<void, Page> | undefined;
  let page: Page | undefined;
  let state: 'head' | 'items' | 'rest' = 'head';
  let received = 0;
  let ended = false;
  const isWhole = (): boolean => ended && !window.hasMore;
  /**
   * The reader tries to read again when this number of bytes has arrived. The number doubles after a failed
   * attempt, so that few attempts fail.
   */
  let wantedBytes = 1;

  const broken = (): ProtocolError =>
    new ProtocolError(`a list page is not JSON, or was cut off after ${received} bytes; retrying`, {
      excerpt: excerptOf(window.bytes.subarray(window.at, window.end), confidential),
    });
  const notJson = (): ProtocolError => {
    const { bytes, at, end } = window;
    return beginsAsWebPage(bytes, at, end)
      ? webPageError('a list', excerptOf(bytes.subarray(at, end), confidential))
      : broken();
  };
  const parsedOr = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      // The SyntaxError is replaced, because its message quotes the JSON.
      throw error instanceof SyntaxError ? broken() : error;
    }
  };

  /** Reads the head of the page. Returns false if the head needs more bytes. */
  const readHead = (): boolean => {
    const { bytes, end } = window;
    const at = skipBlanks(bytes, window.at, end);
    if (at < end && bytes[at] !== ascii.brace) throw notJson();
    const value = valueOfKey(bytes, at, end, itemsKey);
    if (value === -1 && !isWhole()) return false;

    if (value === -1 || bytes[value] !== ascii.bracket) {
      state = 'rest';
      return true;
    }
    guard.check(own, bytes, at, value);
    head = json.text(bytes, at, value + 1);
    items = createItemReader(
      json,
      guard,
      keepManagedFields,
      itemTypeOf(JSON.parse(`${head}]}`)),
      knownObjects,
    );
    window.moveTo(value + 1);
    state = 'items';
    return true;
  };
  /** Reads the next item of the page. Returns false if the item needs more bytes. */
  const readItem = (reader: ItemReader): boolean => {
    const step = reader.next(window, isWhole());
    if (step.type === 'more') {
      if (isWhole()) throw broken();
      return false;
    }
    if (step.type === 'checked') return true;
    window.moveTo(step.to);
    if (step.type === 'item') {
      if (!confidential) intern(step.value);
      if (defects.accepts(step.value as KubeObject)) parsed.push(step.value);
    } else state = 'rest';
    return true;
  };

  /** Completes the page after its last byte. Returns false if the work paused. */
  const complete = (pause: () => boolean): boolean => {
    completed ??= pageOf(parsedList(), parsed, keepManagedFields, defects);
    while (page === undefined) {
      const step = completed.next();
      if (step.done === true) page = step.value;
      else if (pause()) return false;
    }
    defects.flush();
    return true;
  };
  const parsedList = (): unknown => {
    guard.check(own, window.bytes, window.at, window.end);
    const text = head + json.text(window.bytes, window.at, window.end);
    // The text before the items and the text after the items are one JSON value. So the limits of one object
    // apply to both texts together.
    const bytes = new TextEncoder().encode(text);
    createSizeGuard(settings).check(own, bytes, 0, bytes.length);
    return JSON.parse(text);
  };

  return {
    push(chunk) {
      checkNotDetached(chunk);
      received += chunk.length;
      if (received > maxPageBytes) {
        throw new ProtocolError(
          `a list page is longer than ${maxPageBytes} bytes; ask for fewer objects a page, or raise maxPageBytes`,
        );
      }
      window.push(chunk);
    },
    end() {
      ended = true;
    },
    work: (pause) =>
      parsedOr(() => {
        for (;;) {
          const unread = window.end - window.at;
          if (state === 'rest') guard.checkLength(own, head.length + unread);
          if ((state === 'rest' || unread < wantedBytes) && window.copyNext()) {
            if (pause()) return false;
            continue;
          }
          if (state === 'rest') break;
          if (unread < wantedBytes && !ended) return true;

          const isRead = items === undefined ? readHead() : readItem(items);
          wantedBytes = isRead ? 1 : Math.max(1, 2 * unread);
          if (!isRead) guard.checkLength('an object of a list, or what stands around the objects,', unread);
          else if (pause()) return false;
        }
        return !ended || complete(pause);
      }),
    page() {
      if (page === undefined) throw broken();
      return page;
    },
  };
}

const itemsKey = bytesOf('items');
const own = 'a list without its items';
