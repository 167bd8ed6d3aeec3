/** Finds a game's face; each is loaded only when it is played. A folder named like the game's id is all it takes. */
import type { Face } from './face';

type AnyFace = Face<unknown>;
const faces = import.meta.glob<{ readonly face: AnyFace }>('./*/face.ts');
const SAME: Readonly<Record<string, string>> = {
  classic: 'rows',
  'false-start': 'rows',
  'three-starts': 'rows',
  'any-start': 'rows',
  junior: 'rows',
};

export async function faceOf(game: string): Promise<AnyFace> {
  const load = faces[`./${SAME[game] ?? game.replaceAll('-', '_')}/face.ts`] ?? faces['./plain/face.ts'];
  if (!load) throw new Error(`no face for ${game}`);
  return (await load()).face;
}
