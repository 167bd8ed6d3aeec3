/** Short synthesised sounds, played if the person has turned them on. */
import { settings } from './settings.svelte';

type Sound = 'lay' | 'draw' | 'turn' | 'no' | 'end';
const NOTES: Readonly<Record<Sound, readonly (readonly [hertz: number, at: number, seconds: number])[]>> = {
  lay: [[520, 0, 0.06]],
  draw: [
    [300, 0, 0.05],
    [360, 0.06, 0.05],
  ],
  turn: [
    [660, 0, 0.09],
    [880, 0.1, 0.14],
  ],
  no: [[200, 0, 0.12]],
  end: [
    [523, 0, 0.12],
    [659, 0.12, 0.12],
    [784, 0.24, 0.3],
  ],
};
let context: AudioContext | undefined;

export function sound(name: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  for (const [hertz, at, seconds] of NOTES[name]) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.18, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + seconds + 0.02);
  }
}
