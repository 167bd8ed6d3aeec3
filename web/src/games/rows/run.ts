/** The cards to lay, one after the other, until `card` itself can be laid: neighbours in one's own hand. */
export function run(card: string, can: readonly string[], soon: readonly string[]): string[] {
  const letter = card.charAt(0);
  const number = Number(card.slice(1));
  for (const step of [1, -1]) {
    const cards: string[] = [];
    for (let n = number; ; n += step) {
      const name = `${letter}${n}`;
      cards.unshift(name);
      if (can.includes(name)) return cards;
      if (!soon.includes(name)) break;
    }
  }
  return [];
}
