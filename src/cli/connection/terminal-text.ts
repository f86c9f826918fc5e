/** What an error says, without the advice that is for browsers. */
export function terminalText({ message }: Error): string {
  return message.replace(
    ', its certificate trusted and, in a browser, this origin allowed (CORS)?',
    ' and its certificate trusted?',
  );
}
