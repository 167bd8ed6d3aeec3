/** Finds a game's face: the folder named like its family. Each is loaded only when it is played. */
import { familyOf } from '../state/games.svelte';
import type { Face } from './face';

// A family's views go to its own face alone, so that to the page each face is one for any view.
const faces = import.meta.glob<{ readonly face: Face }>(['./*/face.ts', '!./plain/face.ts']);

/** The face of a game; the plain one where its family has none. */
export async function faceOf(game: string): Promise<Face> {
  const load = faces[`./${await familyOf(game)}/face.ts`] ?? (() => import('./plain/face'));
  return (await load()).face;
}
