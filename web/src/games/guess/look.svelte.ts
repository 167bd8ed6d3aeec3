/** How far one has looked: up to which sum that was turned up, and whether one still looks at the last. */
export const look = $state({ seen: 0, pending: false });
