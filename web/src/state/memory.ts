/** What the browser remembers for us; where it will not, this page does until it is closed. */
const here = new Map<string, string>();
const PREFIX = 'elfer.';

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name) ?? here.get(name) ?? null;
  } catch {
    return here.get(name) ?? null;
  }
}

export function remember(name: string, value: string | null): void {
  if (value === null) here.delete(name);
  else here.set(name, value);
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // A private window or a full store: `here` has it.
  }
}
