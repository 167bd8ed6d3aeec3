/** The question of a choice that is open, which stands where the page says what is expected. */
export const asked = $state<{ text: string }>({ text: '' });
