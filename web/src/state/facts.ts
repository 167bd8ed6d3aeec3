/** What can be said of any game's view: the own cards, which of them can be played, and who has how many. */
import { sorted } from '../parts/colours';
import type { Family, Views } from '../wire.gen';
import type { Speaker } from '../words/speaker';

/** The cards of a seat, where the game has hands and this page may see them. */
export function hand(view: Views[Family], seat: number | null): readonly string[] {
  return (seat !== null && 'hands' in view && view.hands[seat]) || [];
}

/** The cards of a hand that a move names; none where one may choose among all of them. */
export function playable(cards: readonly string[], moves: readonly string[]): string[] {
  const named = new Set(moves.flatMap((move) => move.match(/^(?:give )?([RYGBN](?:\d+|S)|J)/)?.[1] ?? []));
  const found = cards.filter((card) => named.has(card));
  return found.length < cards.length ? found : [];
}

/** Cards as one reads them aloud: *red 3, 5, 9; green 12; joker*. */
export function listed(cards: readonly string[], speaker: Pick<Speaker, 'card'>): string {
  const colours = new Map<string, string[]>();
  for (const card of sorted(cards)) {
    const [, colour = '', number] = /^(.*?) ?(\d+)?$/.exec(speaker.card(card)) ?? [];
    colours.set(colour, [...(colours.get(colour) ?? []), number ?? '']);
  }
  return [...colours]
    .map(([colour, numbers]) =>
      numbers[0]
        ? `${colour} ${numbers.join(', ')}`
        : numbers.length > 1
          ? `${numbers.length} × ${colour}`
          : colour,
    )
    .join('; ');
}
