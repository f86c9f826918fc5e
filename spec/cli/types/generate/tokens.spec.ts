import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import {
  codeSpan,
  docComment,
  lowerCamel,
  propertyName,
  stringLiteral,
  upperCamel,
} from '../../../../src/cli/types/generate/tokens.ts';

describe('stringLiteral', () => {
  it.each([
    ['red', "'red'"],
    ['', "''"],
    ["it's \\", "'it\\'s \\\\'"],
    ['a\nb\r\t', "'a\\nb\\r\\t'"],
    ['\u0000\u009b\u2028\ud800', "'\\u0000\\u009b\\u2028\\ud800'"],
    ['`${1}`', "'`${1}`'"],
    ['é😀', "'é😀'"],
  ])('should quote %j', (text, literal) => {
    expect(stringLiteral(text)).toBe(literal);
  });

  it('should give back any text when JavaScript evaluates the literal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- JavaScript has to read the literal
        expect(new Function(`return ${stringLiteral(text)}`)()).toBe(text);
      }),
    );
  });
});

describe('propertyName', () => {
  it.each([
    ['name', 'name'],
    ['$ref', '$ref'],
    ['class', 'class'],
    ['a-b', "'a-b'"],
    ['1st', "'1st'"],
    ['', "''"],
    ["'", "'\\''"],
  ])('should write %j as %s', (name, text) => {
    expect(propertyName(name)).toBe(text);
  });
});

describe('upperCamel and lowerCamel', () => {
  it('should join words', () => {
    expect(upperCamel('cert-manager.io')).toBe('CertManagerIo');
    expect(lowerCamel('v1beta1-Cluster-issuers')).toBe('v1beta1ClusterIssuers');
    expect(lowerCamel('Widget')).toBe('widget');
  });
});

describe('docComment', () => {
  it('should write a short text on one line, and nothing for an empty text', () => {
    expect(docComment('The size.', '  ')).toEqual(['  /** The size. */']);
    expect(docComment(' \n ', '')).toEqual([]);
  });

  it('should keep the lines and the empty lines of a text, and wrap long lines', () => {
    expect(docComment(`First.\n\n\n  - ${'word '.repeat(30)}`, '')).toEqual([
      '/**',
      ' * First.',
      ' *',
      ` *   - ${'word '.repeat(19).trim()}`,
      ` *   ${'word '.repeat(11).trim()}`,
      ' */',
    ]);
  });

  it('should escape the end of the comment, tags, braces and angle brackets', () => {
    expect(docComment('*/ x; @a {@link b} <c>', '')).toEqual(['/** *\\/ x; \\@a \\{\\@link b\\} \\<c\\> */']);
  });

  it('should keep a code span, except the end of the comment', () => {
    expect(docComment('Use `{ a: @b }*/`, or {c} `d', '')).toEqual([
      '/** Use `{ a: @b }*\\/`, or \\{c\\} `d */',
    ]);
  });

  it('should never begin a line with a tag, and end only at the end', () => {
    const words = fc.constantFrom('a', '@x', '`', '*/', '/', '*', '{', '\n', ' ', '`@y z`', '\u2028', '\r');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 80 }), (parts) => {
        const text = docComment(parts.join(''), '').join('\n');

        expect(text.indexOf('*/', 3)).toBe(text === '' ? -1 : text.length - 2);
        expect(text).not.toMatch(/^[ /*]*@/m);
      }),
    );
  });

  it('should write a default as JSON in a code span, and a deprecation', () => {
    expect(docComment('The size.', '', { defaultValue: { a: '*/`' }, deprecated: 'Use {v2}.' })).toEqual([
      '/**',
      ' * The size.',
      ' *',
      ' * @deprecated Use \\{v2\\}.',
      ' * @defaultValue `{"a":"*\\/\\u0060"}`',
      ' */',
    ]);
    expect(docComment('', '', { defaultValue: false })).toEqual(['/** @defaultValue `false` */']);
    expect(docComment('', '', { defaultValue: 'x'.repeat(200) })[0]).toHaveLength(144);
  });
});

describe('codeSpan', () => {
  it('should stay on one line, in the span and in the comment', () => {
    expect(codeSpan('a`b */\n\u2028@c')).toBe("`a'b *\\/ @c`");
  });
});
