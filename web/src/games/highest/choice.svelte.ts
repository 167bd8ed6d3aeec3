/** The card one is about to lay, which the sentence wants to know too. */
export const choice = $state<{ card: string | undefined }>({ card: undefined });
