/** Whether a tile is being passed on, and which, which the sentence wants to know too. */
export const giving = $state<{ on: boolean; tile: string | undefined }>({ on: false, tile: undefined });
