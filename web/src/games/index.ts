/** The faces of the games, by family; each is loaded when it is first played. */
import { familyOf } from '../state/games.svelte';
import type { Face } from './face';

// Each face gets the views of its own family only, so its type parameter can be dropped here.
const faces = import.meta.glob<{ readonly face: Face }>(['./*/face.ts', '!./plain/face.ts']);

/** The face of a game; the plain one if its family has none. */
export async function faceOf(game: string): Promise<Face> {
  const load = faces[`./${await familyOf(game)}/face.ts`] ?? (() => import('./plain/face'));
  return (await load()).face;
}
