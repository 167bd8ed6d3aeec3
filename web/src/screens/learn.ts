/** Where a game's lesson is, if it has one. */
// eslint-disable-next-line @typescript-eslint/no-unused-vars
export const lessonHref = (game: string): string | null => null;
