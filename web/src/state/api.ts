/** Texts about the games: from the server's HTTP API, or from the pack's files where there is no server. */
import { pack } from 'virtual:pack';
import type { Lang } from '../words/language.svelte';
import { gameOf, type GameInfo, type OptionValue } from './games.svelte';
import { fileUrl, STATIC_SITE } from './router';

type Options = Readonly<Record<string, OptionValue>>;

/** The short instructions of a game. */
export interface HowTo {
  readonly goal: string;
  readonly turn: readonly string[];
  readonly end: readonly string[];
  readonly pictures: readonly { readonly drawing: readonly string[]; readonly caption: string }[];
}

/** Instructions with those for certain options, where they differ. */
interface HowToVariants extends HowTo {
  readonly variants?: readonly (HowTo & { readonly options: Options })[];
}

export async function fetchGames(): Promise<readonly GameInfo[]> {
  const response = (await fromServer('games')) ?? (await fromPack('games.json'));
  return ((await response.json()) as { games: readonly GameInfo[] }).games;
}

/** The instructions for a game with these options; options left out have their defaults. */
export async function fetchHowTo(lang: Lang, game: string, options: Options = {}): Promise<HowTo> {
  const response = await fromServer(`how/${lang}/${game}`);
  const howTo: HowToVariants = response
    ? ((await response.json()) as HowToVariants)
    : await entryOf(game, await fromPack(`how.${lang}.json`));
  const defaults = gameOf(game)?.options ?? {};
  const set = (name: string) => (name in options ? options[name] : defaults[name]?.default);
  const matches = ({ options: wanted }: { options: Options }) =>
    Object.entries(wanted).every(([name, value]) => set(name) === value);
  return howTo.variants?.find(matches) ?? howTo;
}

/** The rule sheet of a game as Markdown. */
export async function fetchRules(lang: Lang, game: string): Promise<string> {
  const response = await fromServer(`rules/${lang}/${game}`);
  return response ? response.text() : entryOf(game, await fromPack(`rules.${lang}.json`));
}

/** The server's response, or undefined where it cannot be reached or refuses. */
async function fromServer(path: string): Promise<Response | undefined> {
  if (STATIC_SITE) return undefined;
  const response = await fetch(`/api/${path}`).catch(() => undefined);
  return response?.ok ? response : undefined;
}

async function fromPack(file: string): Promise<Response> {
  const response = pack.version ? await fetch(fileUrl(pack.base + file)) : undefined;
  if (!response?.ok) throw new Error(response?.statusText ?? 'there is no server');
  return response;
}

/** The entry for a game in a file of all games. */
async function entryOf<T>(game: string, response: Response): Promise<T> {
  const entry = ((await response.json()) as Readonly<Record<string, T>>)[game];
  if (entry === undefined) throw new Error(`there is no text for ${game}`);
  return entry;
}
