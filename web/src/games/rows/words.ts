import { texts } from '../../words/language.svelte';

const en = {
  lay: 'Your turn – {count} cards fit',
  lay_one: 'Your turn – 1 card fits',
  first: 'You start: lay {cards}',
  start: 'You start: lay any card you like',
  more: 'Lay more, or end your turn',
  end: 'Nothing more fits – end your turn',
  draw: 'Nothing fits – draw',
  pass: 'Nothing fits, the stock is empty – pass',
  keep: '{card} fits: lay it or keep it?',
  keepOnly: '{card} does not fit – keep it',
  drawButton: 'Draw · {count}',
  stock: 'Stock · {count}',
  endButton: 'End turn',
  passButton: 'Pass',
  keepButton: 'Keep it',
  layButton: 'Lay {card}',
  opens: 'Rows open with a {number}',
};
const de: typeof en = {
  lay: 'Du bist dran – {count} Karten passen',
  lay_one: 'Du bist dran – 1 Karte passt',
  first: 'Du fängst an: Leg {cards}',
  start: 'Du fängst an: Leg irgendeine Karte',
  more: 'Leg weitere Karten oder beende den Zug',
  end: 'Mehr passt nicht – beende den Zug',
  draw: 'Nichts passt – zieh',
  pass: 'Nichts passt, der Stapel ist leer – passe',
  keep: '{card} passt: legen oder behalten?',
  keepOnly: '{card} passt nicht – behalte die Karte',
  drawButton: 'Ziehen · {count}',
  stock: 'Stapel · {count}',
  endButton: 'Zug beenden',
  passButton: 'Passen',
  keepButton: 'Behalten',
  layButton: '{card} legen',
  opens: 'Reihen beginnen mit einer {number}',
};

export const t = texts({ en, de });
