/** Numbers as runs: `5–9, 11`. */
export function runs(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else found.push([n, n]);
  }
  return found.map(([a, b]) => (a === b ? String(a) : `${a}–${b}`)).join(', ');
}
