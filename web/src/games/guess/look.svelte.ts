/** How far one has looked: up to which sum that was turned up, and at which one still looks. */
export const look = $state<{ seen: number; at: number | undefined }>({ seen: 0, at: undefined });
