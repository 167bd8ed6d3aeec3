import { texts } from '../../words/language.svelte';

const en = {
  first: 'Turn up the first two cards',
  next: 'Turn up the next two cards',
  tie: 'A tie: turn up one more card each',
  reveal: 'Turn up',
  higher: 'The higher card takes both',
  takes: '{name:Who} takes {count} cards',
  takes_you: 'You take {count} cards',
  atStake: 'A tie! {count} cards at stake',
  stack: 'stack',
  won: 'won',
  stackOf: 'Stack of {name:who}: {count} cards',
  stackOf_you: 'Your stack: {count} cards',
  wonBy: '{name:Who} has won {count} cards',
  wonBy_you: 'You have won {count} cards',
  open: '{name}: {card}',
  share: '{name}: {count}',
  comparison: 'Comparison {count} – whoever has all cards wins',
};
const de: typeof en = {
  first: 'Deckt die ersten beiden Karten auf',
  next: 'Deckt die nächsten beiden Karten auf',
  tie: 'Gleichstand: Deckt noch eine Karte auf',
  reveal: 'Aufdecken',
  higher: 'Die höhere Karte bekommt beide',
  takes: '{name:Who} bekommt {count} Karten',
  takes_you: 'Du bekommst {count} Karten',
  atStake: 'Gleichstand! Es geht um {count} Karten',
  stack: 'Stapel',
  won: 'gewonnen',
  stackOf: 'Stapel von {name:who}: {count} Karten',
  stackOf_you: 'Dein Stapel: {count} Karten',
  wonBy: '{name:Who} hat {count} Karten gewonnen',
  wonBy_you: 'Du hast {count} Karten gewonnen',
  open: '{name}: {card}',
  share: '{name}: {count}',
  comparison: 'Vergleich {count} – wer alle Karten hat, gewinnt',
};

export const t = texts({ en, de });
