/** Moves in words are the same in the page and in Python: both read these cases. */
import { beforeAll, describe, expect, it } from 'vitest';
import given from '../../../tests/core/sayings.cases.json';
import { speak } from '../words/language.svelte';
import { Speaker } from '../words/speaker';
import * as board from './board/moves';
import * as cheat from './cheat/moves';
import * as collect from './collect/moves';
import * as connect from './connect/moves';
import * as master from './master/moves';

const games: Readonly<Record<string, { say(move: string, speaker: Speaker): string }>> = {
  board,
  cheat,
  collect,
  connect,
  master,
};

describe.each(['en', 'de'] as const)('in %s', (lang) => {
  beforeAll(() => speak(lang));

  it.each(given.cases.map((one) => [one[lang], one] as const))('%s', (text, { game, move }) => {
    const speaker = new Speaker(() => ({ names: given.names, you: 0 }));
    expect(games[game]?.say(move, speaker)).toBe(text);
  });
});
