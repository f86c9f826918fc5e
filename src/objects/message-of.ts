/** What an error says; anything may be thrown, also what has no text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something that has no text';
  }
}
