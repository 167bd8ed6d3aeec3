/** What is said where there is nobody at the other end for now. */
import { ALONE } from '../state/address';
import type { Client } from '../state/client.svelte';
import { device } from '../state/device.svelte';
import { ui } from '../words/language.svelte';

/** Why one cannot go on. */
export function lostWords({ isHere }: Client): string {
  if (!isHere) return ui('lost');
  return ui(ALONE && device.failed ? 'cannotHere' : 'hereFailed');
}

/** Whether one can play on this device meanwhile. */
export const hasMeanwhile = ({ isHere }: Client): boolean => !isHere && device.able;
