/** A lesson that is open, and the progress of all lessons. */
import type { LessonNews, Setup } from '../wire.gen';
import type { Request } from './connection.svelte';
import { gameOf } from './games.svelte';
import { plainText, Stored } from './persisted.svelte';

const DONE = 'done';
const progress = (game: string) => new Stored(`lesson.${game}`, plainText);

/** The path of a game's lesson, if it has one. */
export const lessonPath = (game: string): string | null => (gameOf(game)?.lesson ? `/learn/${game}` : null);

/** Whether this lesson was never offered nor begun. */
export const unoffered = (game: string): boolean => !progress(game).exists;

/** Do not offer this lesson again. */
export function dismiss(game: string): void {
  if (unoffered(game)) progress(game).value = DONE;
}

export class Lesson {
  part = $state.raw<LessonNews>();

  constructor(
    readonly game: string,
    /** The setup of the table the person comes from, if it is the same game. */
    readonly setup: Setup | undefined,
  ) {}

  /** The part at which to continue: the first where the lesson was never begun, or was finished. */
  get savedPart(): number {
    return Number(progress(this.game).value) || 0;
  }

  /** The command that opens a part. */
  request(part: number): Extract<Request, { do: 'learn' }> {
    const options = this.setup?.options;
    return { do: 'learn', game: this.game, part, ...(options && { options }) };
  }

  received(part: LessonNews): void {
    if (part.game !== this.game) return;
    this.part = part;
    progress(this.game).value = part.part + 1 === part.parts ? DONE : String(part.part);
  }
}
