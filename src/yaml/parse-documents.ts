import type { Composer, CST, Document, DocumentOptions, ParseOptions, SchemaOptions } from 'yaml';
import { jsonOf, tooDeep } from './json-of.ts';
import { yaml } from './library.ts';
import { type YamlError, yamlErrorAt } from './yaml-error.ts';

/** The limits of a YAML text, and options for how the text is read. */
export interface YamlOptions {
  /**
   * The maximum number of tokens of a text. The parse of a token takes 2 to 6 µs. A line with a key and a
   * value has eight tokens. A value on several lines counts as one token for each line.
   */
  readonly maxParts?: number;
  /**
   * The maximum number of tokens of one document. The YAML library composes a document without a pause, and
   * needs about 0.5 kB of memory for each token of the document.
   */
  readonly maxPartsOfDocument?: number;
  /**
   * The maximum number of characters of a token. The parse of a token in double quotes takes 0.1 µs for each
   * character.
   */
  readonly longestPart?: number;
  readonly maxDocuments?: number;
  /** Whether a map may contain a key twice. If so, the last value of the key is used. */
  readonly duplicateKeys: boolean;
  /**
   * A function that is called with the source of each scalar in double quotes, with the offset of the source in the
   * text, and with the number of the document, from 0. The function can throw an error for an escape sequence that
   * another YAML library refuses.
   */
  readonly onDoubleQuoted?: (source: string, offset: number, document: number) => void;
  /** The YAML schema with which the YAML library reads scalars. */
  readonly schema?: Pick<ParseOptions & DocumentOptions & SchemaOptions, 'version' | 'customTags'>;
}

/**
 * Reads the documents of a YAML text as JSON values, one after the other. The generator stops at the first
 * error. The value of an empty document is `null`.
 *
 * The time is proportional to the length of the text. The function `parse` of the YAML library is slower: it collects
 * every error, compares each pair of keys, and searches the whole document at each alias.
 *
 * @throws YamlError for a text that is not YAML, or that exceeds a limit
 */
export function* parseYamlDocuments(text: string, options: YamlOptions): Generator<unknown, void> {
  for (const read of yamlSteps(text, options)) if (read !== pause) yield read.document;
}

/** The value that `yamlSteps` yields after each `lexedInStep` tokens, so that the caller can pause the work. */
export const pause = 'pause';

/**
 * Reads the documents as `parseYamlDocuments` does, and yields `pause` between the steps. So a caller can read a long
 * text in several tasks of the event loop.
 *
 * @throws YamlError for a text that is not YAML, or that exceeds a limit
 */
export function* yamlSteps(
  text: string,
  options: YamlOptions,
): Generator<typeof pause | { readonly document: unknown }, void> {
  const { maxParts = Infinity, maxPartsOfDocument = Infinity, longestPart = Infinity } = options;
  const { maxDocuments = Infinity, duplicateKeys, onDoubleQuoted, schema } = options;
  const { Composer: ComposerOf, CST: tokens, Lexer, Parser } = yaml();
  const parser = new Parser();
  let startedDocuments = 0; // the number of documents that have begun
  let failure: YamlError | undefined;
  const fail = (
    offset: number,
    problem: string,
    document: number,
    { tooLarge = false, excess }: { readonly tooLarge?: boolean; readonly excess?: string | undefined } = {},
  ): never => {
    failure ??= yamlErrorAt(text, offset, problem, { document: Math.max(0, document), tooLarge, excess });
    throw failure;
  };

  const check = (token: CST.Token): void => {
    const isInside = parser.stack.length > 0;
    if (token.type === 'error')
      fail(token.offset, token.message, isInside ? startedDocuments : startedDocuments - 1);
    if (token.type === 'document' && ++startedDocuments > maxDocuments)
      fail(token.offset, `there are more documents than ${maxDocuments}`, startedDocuments - 1);
  };

  const composer: Composer = new ComposerOf({ ...schema, uniqueKeys: false, logLevel: 'error' });
  // The YAML library has no option to stop at the first error. If `onError` throws an error, the library
  // catches that error, and calls `onError` again with the same error.
  const onError: OnError = (source, _, problem, isWarning) => {
    if (isWarning !== true) fail(offsetOf(source), problem, startedDocuments - 1);
  };
  Object.assign(composer, { onError });

  const lastLine = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  const openEnd = lastLine.trim() === '' ? undefined : text.length;
  let read = 0;
  function* valuesOf(documents: Iterable<unknown>): Generator<{ readonly document: unknown }> {
    for (const document of documents) {
      const limits = { duplicateKeys, deepest, openEnd };
      const value = jsonOf(document as Document, limits, (offset, problem, excess) =>
        fail(offset, problem, read, { excess }),
      );
      yield { document: value };
      read++;
    }
  }
  function* composed(tokens: Iterable<CST.Token>): Generator<{ readonly document: unknown }> {
    for (const token of tokens) {
      check(token);
      yield* valuesOf(composer.next(token));
    }
  }

  const control = text.search(forbiddenControl);
  let parts = 0;
  let before = { documents: 0, parts: 0 }; // the numbers of documents and tokens at the start of the current document
  let lexed = 0;
  let isPlain = false; // whether the current part is the source of a plain scalar or of a block scalar
  for (const part of new Lexer().lex(text)) {
    if (control >= 0 && parser.offset + part.length > control)
      fail(control, 'control characters are not allowed', startedDocuments);
    parts += weightOf(part);
    if (parts > maxParts)
      fail(parser.offset, `there are more than ${maxParts} parts`, startedDocuments, { tooLarge: true });
    if (startedDocuments > before.documents) before = { documents: startedDocuments, parts };
    if (parts - before.parts > maxPartsOfDocument)
      fail(parser.offset, `a document has more than ${maxPartsOfDocument} parts`, startedDocuments, {
        tooLarge: true,
      });
    if (part.length > longestPart)
      fail(parser.offset, `a part has more than ${longestPart} characters`, startedDocuments, {
        tooLarge: true,
      });
    if (!isPlain && part.startsWith('"')) onDoubleQuoted?.(part, parser.offset, startedDocuments);
    isPlain = part === tokens.SCALAR;
    yield* composed(parser.next(part));
    // The stack of the parser contains the nested collections and the document itself, so the limit is one
    // higher.
    if (parser.stack.length > deepest + 1)
      fail(parser.offset, 'exceeded max depth', startedDocuments, { excess: tooDeep(deepest) });
    if (++lexed % lexedInStep === 0) yield pause;
  }
  yield* composed(parser.end());
  yield* valuesOf(composer.end());
}

/**
 * Matches the control characters that YAML does not allow. The YAML library uses some of these characters
 * internally.
 */
const forbiddenControl = /(?![\t\n\r\u0085])\p{Cc}/u;

const lexedInStep = 200;

function weightOf(part: string): number {
  let weight = part === '' ? 0 : 1;
  for (let at = part.indexOf('\n'); at >= 0 && at < part.length - 1; at = part.indexOf('\n', at + 1))
    weight++;
  return weight;
}

/**
 * The maximum number of levels of nested collections, which is the same as for JSON. No object of Kubernetes
 * has nearly as many levels. The YAML library is recursive, and overflows the stack at 800 levels.
 */
const deepest = 500;

type Source = number | readonly [number, number] | { readonly offset: number };

type OnError = (source: Source, code: string, problem: string, isWarning?: boolean) => void;

function offsetOf(source: Source): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : source[0];
}
