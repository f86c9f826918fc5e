/**
 * Replaces each word that is long enough to be a token, of 20 characters or more: some harmless words are lost with them.
 * For texts of other programs; the one rule for the library and for the command.
 */
export const hideTokens = (text: string): string => text.replace(longWord, '(not shown)');

const longWord = /[^\s"'<>()[\]{},;:]{20,}/g;
