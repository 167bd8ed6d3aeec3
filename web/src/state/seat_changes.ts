/** Changes of seats beside the game: people who come, leave or change their name. */
import type { TableInfo } from '../wire.gen';

export interface SeatChange {
  readonly kind: 'came' | 'left' | 'leftToBot' | 'renamed';
  readonly seat: number;
  /** The person's name until now. */
  readonly name: string;
  /** The seat's name from now on. */
  readonly now: string;
}

/** The changes between two states of a table. The first state of a match gives those who have left it before. */
export function seatChanges(before: TableInfo | undefined, after: TableInfo): SeatChange[] {
  const playing = after.phase === 'playing';
  if (playing && before?.match !== after.match)
    return after.chairs.flatMap((chair, seat) => (chair.was ? leftToBot(seat, chair.was, chair.name) : []));
  if (!before || before.match !== after.match) return [];
  return playing ? duringMatch(before, after) : betweenMatches(before, after);
}

const leftToBot = (seat: number, name: string, now: string): SeatChange => ({
  kind: 'leftToBot',
  seat,
  name,
  now,
});

/** During a match people keep their seats. */
function duringMatch(before: TableInfo, after: TableInfo): SeatChange[] {
  return after.chairs.flatMap((chair, seat): SeatChange | [] => {
    const name = before.chairs[seat]?.name;
    if (!name || name === chair.name) return [];
    if (chair.bot) return chair.was ? leftToBot(seat, chair.was, chair.name) : [];
    return seat === after.you ? [] : { kind: 'renamed', seat, name, now: chair.name };
  });
}

/** Between matches people may change seats, so names are compared over the whole table. */
function betweenMatches(before: TableInfo, after: TableInfo): SeatChange[] {
  const gone = others(before).filter(({ name }) => !sits(name, after));
  const come = others(after).filter(({ name }) => !sits(name, before));
  const renamed = come.flatMap(({ seat, name: now }): SeatChange | [] => {
    const name = gone.find((one) => one.seat === seat)?.name;
    return name === undefined ? [] : { kind: 'renamed', seat, name, now };
  });
  const unpaired = ({ seat }: { seat: number }) => !renamed.some((one) => one.seat === seat);
  return [
    ...renamed,
    ...gone.filter(unpaired).map(({ seat, name }): SeatChange => ({ kind: 'left', seat, name, now: '' })),
    ...come.filter(unpaired).map(({ seat, name }): SeatChange => ({ kind: 'came', seat, name, now: name })),
  ];
}

/** The other people at a table. */
const others = ({ chairs, you }: TableInfo) =>
  chairs
    .map(({ name, bot }, seat) => ({ name, bot, seat }))
    .filter(({ name, bot, seat }) => name && !bot && seat !== you);
const sits = (name: string, { chairs }: TableInfo): boolean =>
  chairs.some((chair) => chair.name === name && !chair.bot);
