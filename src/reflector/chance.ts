/** Where numbers in [0, 1) come from that no option gives. In virtual time the testing kit puts seeded ones here. */
export const chance = { random: (): number => Math.random() };
