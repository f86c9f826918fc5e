/** Says when a generator of many small steps should yield: a yield costs as much as an item, so every sixteenth time. */
export function pauses(): () => boolean {
  let count = 0;
  return () => (count += 1) % 16 === 0;
}
