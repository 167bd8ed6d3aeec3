/** Values kept in localStorage. A browser that refuses to store keeps them until the page is closed. */

const PREFIX = 'elfer.';
const fallback: Record<string, string | null> = {};

/** How a value is written as text; `parse` gets null where nothing is stored. */
export interface Codec<T> {
  parse(text: string | null): T;
  format(value: T): string;
}

/** One of several texts; the first is the default. */
export const oneOf = <const T extends string>(...values: readonly [T, ...T[]]): Codec<T> => ({
  parse: (text) => values.find((value) => value === text) ?? values[0],
  format: (value) => value,
});

export const onOff = (initial: boolean): Codec<boolean> => ({
  parse: (text) => (initial ? text !== 'off' : text === 'on'),
  format: (on) => (on ? 'on' : 'off'),
});

export const plainText: Codec<string> = { parse: (text) => text ?? '', format: (text) => text };

/** A value as JSON; `check` turns what was read, null if unreadable, into a valid value. */
export const json = <T>(check: (value: unknown) => T): Codec<T> => ({
  parse: (text) => {
    try {
      return check(JSON.parse(text ?? 'null'));
    } catch {
      return check(null);
    }
  },
  format: (value) => JSON.stringify(value),
});

/** A stored value. It is read each time, as another tab may have changed it. */
export class Stored<T> {
  constructor(
    private readonly name: string,
    private readonly codec: Codec<T>,
  ) {}

  get exists(): boolean {
    return read(this.name) !== null;
  }
  get value(): T {
    return this.codec.parse(read(this.name));
  }
  set value(value: T) {
    write(this.name, this.codec.format(value));
  }
  remove(): void {
    write(this.name, null);
  }
}

/** Reactive properties that are read once and stored whenever they are set. */
export function persisted<T extends object>(codecs: { readonly [K in keyof T]: Codec<T[K]> }): T {
  const values = {} as T;
  for (const [name, codec] of Object.entries<Codec<unknown>>(codecs)) {
    const stored = new Stored(name, codec);
    let value = $state.raw(stored.value);
    Object.defineProperty(values, name, {
      get: () => value,
      set: (next) => (stored.value = value = next),
    });
  }
  return values;
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name) ?? fallback[name] ?? null;
  } catch {
    return fallback[name] ?? null;
  }
}

function write(name: string, text: string | null): void {
  fallback[name] = text;
  try {
    if (text === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
  } catch {
    // A private window or a full store.
  }
}
