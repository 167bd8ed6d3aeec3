/** The card of one's hand that shall be put down, which the sentence and the piles want to know too. */
export const choice = $state<{ card: string | undefined }>({ card: undefined });
