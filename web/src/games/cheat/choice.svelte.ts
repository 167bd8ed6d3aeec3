/** What one is about to lay; the sentence that says what is expected wants to know it too. */
interface Choice {
  cards: readonly string[];
  /** Whether a second card shall go along secretly. */
  secretly: boolean;
  /** Whether it was said what that means. */
  explained: boolean;
}

export const choice = $state<Choice>({ cards: [], secretly: false, explained: false });
