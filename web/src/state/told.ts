/** What is told of the games: by the server, or, where there is none, by files that come with the page. */
import { pack } from 'virtual:pack';
import type { Lang } from '../words/language.svelte';
import { ALONE, fileAt } from './address';
import { gameOf, type GameInfo, type OptionValue } from './games.svelte';

type Options = Readonly<Record<string, OptionValue>>;

/** How a game is played in short. */
export interface How {
  readonly goal: string;
  readonly turn: readonly string[];
  readonly end: readonly string[];
  readonly pictures: readonly { readonly drawing: readonly string[]; readonly caption: string }[];
}

/** As it is told for the options at hand, where that makes a difference. */
interface Variants extends How {
  readonly variants?: readonly (How & { readonly options: Options })[];
}

export async function askGames(): Promise<readonly GameInfo[]> {
  const answer = (await asked('games').catch(() => undefined)) ?? (await packed('games.json'));
  return ((await answer.json()) as { games: readonly GameInfo[] }).games;
}

/** How a game is played with these options; those left out are as at a table where nothing is set. */
export async function askHow(lang: Lang, game: string, options: Options = {}): Promise<How> {
  const answer = await asked(`how/${lang}/${game}`).catch(() => undefined);
  const told: Variants = answer
    ? ((await answer.json()) as Variants)
    : await of(game, await packed(`how.${lang}.json`));
  const usual = gameOf(game)?.options ?? {};
  const set = (name: string) => (name in options ? options[name] : usual[name]?.default);
  const right = ({ options: wanted }: { options: Options }) =>
    Object.entries(wanted).every(([name, value]) => set(name) === value);
  return told.variants?.find(right) ?? told;
}

/** The rule sheet of a game as Markdown. */
export async function askRules(lang: Lang, game: string): Promise<string> {
  const answer = await asked(`rules/${lang}/${game}`).catch(() => undefined);
  return answer ? answer.text() : of(game, await packed(`rules.${lang}.json`));
}

const asked = async (what: string): Promise<Response> =>
  found(ALONE ? undefined : await fetch(`/api/${what}`));
const packed = async (file: string): Promise<Response> =>
  found(pack.version ? await fetch(fileAt(pack.base + file)) : undefined);

function found(answer: Response | undefined): Response {
  if (!answer?.ok) throw new Error(answer?.statusText ?? 'there is no server');
  return answer;
}

async function of<T>(game: string, answer: Response): Promise<T> {
  const told = ((await answer.json()) as Readonly<Record<string, T>>)[game];
  if (told === undefined) throw new Error(`nothing is told of ${game}`);
  return told;
}
