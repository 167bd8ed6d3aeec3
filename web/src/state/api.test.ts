import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchHowTo } from './api';

const lines = (goal: string) => ({ goal, turn: [], end: [], pictures: [] });
const told = {
  ...lines('quartets'),
  variants: [
    { options: { together: false, edition: 'classic' }, ...lines('quartets') },
    { options: { together: true, edition: 'classic' }, ...lines('cards') },
    { options: { together: true, edition: 'junior' }, ...lines('small cards') },
  ],
};

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(told))));
});

describe('the instructions of a game', () => {
  it('are those for the given options', async () => {
    const goal = async (options?: Record<string, boolean | string | number>) =>
      (await fetchHowTo('en', 'snap', options)).goal;
    expect(await goal({ together: true, edition: 'classic', first: 2 })).toBe('cards');
    expect(await goal({ together: true, edition: 'junior' })).toBe('small cards');
    expect(await goal({ together: false, edition: 'classic' })).toBe('quartets');
    expect(await goal()).toBe('quartets');
  });
});
